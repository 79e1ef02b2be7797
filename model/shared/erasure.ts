/** Days for which a deleted task can be restored (decision 0083). */
export const ERASE_AFTER_DAYS = 30;

/** The instant, in milliseconds, from which the server's daily run erases what was deleted at this ISO instant. */
export function erasureOf(deletedAt: string): number {
  return Date.parse(deletedAt) + ERASE_AFTER_DAYS * 24 * 60 * 60_000;
}
