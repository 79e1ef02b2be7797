/** Rules of an organisation that erase by age (decision 0092): months for which something is kept; null: for ever. */
export interface RetentionRules {
  /** Completed and archived tasks, after their completion or archiving. */
  readonly keep_done_tasks: number | null;
  /** Texts, files and reactions of chat messages. */
  readonly keep_messages: number | null;
  /** Entries of the activity log. */
  readonly keep_activity: number | null;
}

export const MOST_MONTHS = 120;
/** Longer than tombstones are kept: the activity log has their times (`pruneBefore`). */
export const FEWEST_ACTIVITY_MONTHS = 7;
/** Days for which a new or stricter rule erases nothing, so that a mistake can be taken back. */
export const RETENTION_NOTICE_DAYS = 7;

const NAMES = ['keep_done_tasks', 'keep_messages', 'keep_activity'] as const;

/** True when the second rules erase something that the first ones keep. */
export function isStricter(before: RetentionRules, after: RetentionRules): boolean {
  // A row that an older build has stored on a device has no rules.
  return NAMES.some((name) => (after[name] ?? Infinity) < (before[name] ?? Infinity));
}

/** The activity log tells since when a task is archived: it is kept for at least as long. */
export function keepsTooLittleActivity({
  keep_done_tasks: tasks,
  keep_activity: activity,
}: RetentionRules): boolean {
  return activity !== null && tasks !== null && activity < tasks;
}
