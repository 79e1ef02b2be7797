import * as v from 'valibot';
import { mayEditOrganization } from '../../../model/permissions/organization.ts';
import { CairnError } from '../../../model/shared/errors.ts';
import { MOST_MONTHS } from '../../../model/shared/retention.ts';
import { countOld } from '../../erasure/old-rows.ts';
import { floorOf } from '../../erasure/retention.ts';
import type { Route } from '../pipeline.ts';
import { defineResource } from './define-resource.ts';

const months = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^[1-9][0-9]{0,2}$/, 'is no number of months'),
    v.transform(Number),
    v.maxValue(MOST_MONTHS),
  ),
);

/** Numbers of what rules of retention would erase today (decision 0092), of rules that need not be set. */
const preview = defineResource({
  path: 'organization/retention/preview/',
  summary: 'How much rules of retention, in months, would erase today. For level 1',
  filters: { keep_done_tasks: months, keep_messages: months, keep_activity: months },
  read: async ({ actor, store }, filters, { at }) => {
    const refusal = mayEditOrganization(actor);
    if (refusal !== undefined) throw new CairnError(refusal);
    const data = await countOld(store, actor.orgId, {
      tasks: floorOf(filters.keep_done_tasks, at),
      messages: floorOf(filters.keep_messages, at),
      activity: floorOf(filters.keep_activity, at),
    });
    return { data };
  },
});

export const RETENTION_RESOURCES: readonly Route[] = [preview];
