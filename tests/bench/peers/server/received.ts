/** Changes that a peer's server has stored since the last reset; times in milliseconds since the epoch. */
export interface Received {
  readonly requests: number;
  readonly changes: number;
  /** When the first request with changes had arrived, and when the last one was stored. */
  readonly first: number | undefined;
  readonly last: number;
}

export const NOTHING_RECEIVED: Received = { requests: 0, changes: 0, first: undefined, last: 0 };
