/** Why an account's data left this device (CLIENT-10), and what is left of it: its person's own unsent words. */
export interface Departure {
  readonly id: string;
  readonly userId: string;
  readonly orgId: string;
  /** Empty on a shared computer, and so is the person's name. */
  readonly orgName: string;
  readonly displayName: string;
  readonly reason: DepartureReason;
  /** Device's clock in milliseconds. */
  readonly at: number;
  /** How many changes were removed unsent: on a shared computer, or because its person wanted that. */
  readonly lost: number;
  /** What was not sent, store by store. */
  readonly kept: readonly KeptWork[];
}

/** `removed`: its person asked for it on another device. */
export type DepartureReason = 'deactivated' | 'removed';

/** Unsent work of a store that has left the device: what its person did and wrote, and no row of anybody. */
export interface KeptWork {
  readonly dbName: string;
  readonly entries: readonly KeptEntry[];
  /** For a downloaded copy: the requests, in the order in which they were made. */
  readonly mutations: readonly { readonly name: string; readonly args: unknown }[];
}

export interface KeptEntry {
  readonly description: string;
  /** The person's own words; empty where there are none, as with a move. */
  readonly text: string;
  /** Device's clock in milliseconds. */
  readonly at: number;
  /** A file that was not sent. */
  readonly file?: { readonly name: string; readonly content: Blob };
}
