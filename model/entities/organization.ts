import * as v from 'valibot';
import { DEFAULT_DETAIL_MONTHS } from '../shared/detail-months.ts';
import { ERASE_AFTER_DAYS } from '../shared/erasure.ts';
import { defineEntity } from './define-entity.ts';
import { added, bool, field, instant, integer, nullableInstant, text } from './fields.ts';

/** Months, or null. */
const months = () => added(field(v.nullable(v.number()), 'integer'), null);

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
    /** Days for which deleted tasks, projects and workspaces can be restored (decision 0091). */
    erase_after_days: added(integer(), ERASE_AFTER_DAYS),
    /** Rules of retention in months, null for ever (decision 0092), and the instant from which they erase. */
    keep_done_tasks: months(),
    keep_messages: months(),
    keep_activity: months(),
    retention_from: added(nullableInstant(), null),
    /** Instant from which the organisation is erased; null: it is not (decision 0100). */
    erase_at: added(nullableInstant(), null),
    /** Months for which devices keep the details of completed and archived tasks, one of `DETAIL_MONTHS`. */
    detail_months: added(integer({ restore: 'organization-detail-months' }), DEFAULT_DETAIL_MONTHS),
    created_at: instant(),
  },
});
export type Organization = ReturnType<typeof organizations.parse>;
