/**
 * A period by the device's clock, in milliseconds. The clock may be set back at any time: a time before `from` ends the
 * wait, which therefore lasts at most twice its length.
 */
export interface Wait {
  readonly from: number;
  readonly until: number;
}

export const NO_WAIT: Wait = { from: 0, until: 0 };

export function waitOf(now: number, milliseconds: number): Wait {
  return { from: now, until: now + milliseconds };
}

/** Remaining milliseconds; 0 when the wait is over. */
export function leftOf({ from, until }: Wait, now: number): number {
  return now < from ? 0 : Math.max(0, until - now);
}
