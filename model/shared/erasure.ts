/** Days for which a deleted row can be restored where the organisation has set no other time (decision 0091). */
export const ERASE_AFTER_DAYS = 30;
/** Bounds of that setting, in days. */
export const FEWEST_ERASE_DAYS = 7;
export const MOST_ERASE_DAYS = 365;

const DAY_MS = 24 * 60 * 60_000;

/**
 * The instant, in milliseconds, from which the server's daily run erases what was deleted at this ISO instant, in an
 * organisation that keeps deleted rows for so many days.
 */
export function erasureOf(deletedAt: string, days: number): number {
  return Date.parse(deletedAt) + days * DAY_MS;
}

/** False also for a row that an older build has stored on a device. */
export function isDeleted({ deleted_at: at }: { readonly deleted_at?: string | null }): boolean {
  return typeof at === 'string';
}
