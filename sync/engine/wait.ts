/**
 * A time that has to pass, by the device's clock in milliseconds. Such a clock may be put back at any moment, and what
 * waits for a time must not wait for it twice: before its beginning a wait is over. Put back by less than has passed, it
 * lasts that much longer, and no more than twice its length.
 */
export interface Wait {
  readonly from: number;
  readonly until: number;
}

export const NO_WAIT: Wait = { from: 0, until: 0 };

export function waitOf(now: number, milliseconds: number): Wait {
  return { from: now, until: now + milliseconds };
}

/** Milliseconds that are left of it; 0 when it is over. */
export function leftOf({ from, until }: Wait, now: number): number {
  return now < from ? 0 : Math.max(0, until - now);
}
