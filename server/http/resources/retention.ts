import * as v from 'valibot';
import { organizations } from '../../../model/entities/organization.ts';
import { mayEditOrganization } from '../../../model/permissions/organization.ts';
import { CairnError } from '../../../model/shared/errors.ts';
import { MOST_MONTHS } from '../../../model/shared/retention.ts';
import { countOld } from '../../erasure/old-rows.ts';
import { floorOf } from '../../erasure/retention.ts';
import { missing } from '../../present/loaders.ts';
import { rowOf } from '../../present/read-rows.ts';
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

/** For how long the organisation keeps what, at the server and on devices; every member's device has it too. */
const settings = defineResource({
  path: 'organization/retention/',
  summary:
    'For how long the organisation keeps what: days for which deleted tasks, projects and workspaces can be restored, rules of retention in months (null: for ever), the instant from which these erase, the one from which the organisation itself is erased (null: it is not), and months for which devices keep the details of completed and archived tasks',
  filters: {},
  read: async (reads) => {
    const row = await rowOf(reads, organizations, reads.actor.orgId);
    if (row === undefined) throw missing();
    const { erase_after_days, keep_done_tasks, keep_messages, keep_activity } = row;
    const { retention_from, erase_at, detail_months } = row;
    const rules = { keep_done_tasks, keep_messages, keep_activity };
    return { data: { erase_after_days, ...rules, retention_from, erase_at, detail_months } };
  },
});

export const RETENTION_RESOURCES: readonly Route[] = [settings, preview];
