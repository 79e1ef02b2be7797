import { defineEntity } from './define-entity.ts';
import { added, bool, instant, text } from './fields.ts';

/**
 * The organisation itself; one row in the organisation scope (sessions spec, 3 "Selected
 * organisation").
 */
export const organizations = defineEntity({
  table: 'organizations',
  noun: 'organisation',
  stream: 'org',
  fields: {
    name: text({ restore: 'organization-edit' }),
    special_role: bool({ restore: 'organization-edit' }),
    /** True: a photo of Cairn's camera may have the place of its shot (decision 0087). */
    shot_places: added(bool({ restore: 'organization-edit' }), false),
    /** Receipts of tasks, subtasks, comments and files (RECEIPT-5); those of messages do not depend on it. */
    work_receipts: added(bool({ restore: 'organization-edit' }), true),
    created_at: instant(),
  },
});
export type Organization = ReturnType<typeof organizations.parse>;
