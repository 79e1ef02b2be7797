import * as v from 'valibot';
import { type Organization, organizations } from '../../entities/organization.ts';
import { mayEditOrganization } from '../../permissions/organization.ts';
import { notFound } from '../../permissions/project.ts';
import { isoSeconds } from '../../shared/dates.ts';
import { FEWEST_ERASE_DAYS, MOST_ERASE_DAYS } from '../../shared/erasure.ts';
import { refuse } from '../../shared/errors.ts';
import { idSchema } from '../../shared/ids.ts';
import { message } from '../../shared/message.ts';
import {
  FEWEST_ACTIVITY_MONTHS,
  isStricter,
  keepsTooLittleActivity,
  MOST_MONTHS,
  RETENTION_NOTICE_DAYS,
  type RetentionRules,
} from '../../shared/retention.ts';
import { change, defineMutation } from '../define-mutation.ts';
import { given, mergeEdits } from '../edit.ts';
import { plainField, presentFields } from '../rest-fields.ts';

const DAY_MS = 24 * 60 * 60_000;
const months = (fewest: number) =>
  v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(fewest), v.maxValue(MOST_MONTHS))),
  );

/**
 * How long deleted rows can be restored (decision 0091), and after how many months completed tasks, messages and the
 * activity log are erased (decision 0092). A new or stricter rule erases nothing for `RETENTION_NOTICE_DAYS`.
 */
export const organizationRetention = defineMutation({
  name: 'organization-retention',
  schema: v.strictObject({
    id: idSchema,
    erase_after_days: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(FEWEST_ERASE_DAYS), v.maxValue(MOST_ERASE_DAYS)),
    ),
    keep_done_tasks: months(1),
    keep_messages: months(1),
    keep_activity: months(FEWEST_ACTIVITY_MONTHS),
  }),
  refs: ({ id }) => [{ table: 'organizations', id }],
  parents: () => [],
  gather: ({ id }, read) => read.get(organizations, id),
  authorise: ({ id: _id, ...fields }, organization, actor) => {
    if (organization === undefined) return notFound();
    const refusal = mayEditOrganization(actor);
    if (refusal !== undefined) return refusal;
    return keepsTooLittleActivity(rulesAfter(organization, fields))
      ? refuse(
          'invalid',
          /*i18n*/ 'The activity log must be kept at least as long as completed tasks',
        )
      : undefined;
  },
  effects: ({ id, ...fields }, { at }) => [
    change(organizations, id, (row) => ({
      ...row,
      ...given(fields),
      ...(isStricter(row, rulesAfter(row, fields)) && {
        retention_from: isoSeconds(at + RETENTION_NOTICE_DAYS * DAY_MS),
      }),
    })),
  ],
  rest: {
    method: 'PATCH',
    path: 'organization/retention/:id/',
    bodyFields: ['erase_after_days', 'keep_done_tasks', 'keep_messages', 'keep_activity'],
    toBody: ({ id: _id, ...fields }) => given(fields),
    fromRest: async ({ params, body }) => ({
      id: params['id'],
      ...presentFields(body, {
        erase_after_days: plainField,
        keep_done_tasks: plainField,
        keep_messages: plainField,
        keep_activity: plainField,
      }),
    }),
  },
  describe: () => message('Change what is erased and when'),
  merge: mergeEdits,
  success: () => message('Retention changed'),
});

function rulesAfter(row: Organization, fields: Partial<RetentionRules>): RetentionRules {
  const { keep_done_tasks, keep_messages, keep_activity } = row;
  return { keep_done_tasks, keep_messages, keep_activity, ...given(fields) };
}
