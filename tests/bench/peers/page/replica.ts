/** Fields of a task that a page draws. */
export interface ShownRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly end_date: string | null;
}

/** A task as the server of Cairn sends it, with the column that it belongs to. */
export interface BenchRow extends ShownRow {
  readonly rank: string;
  /** Card of an active task. */
  readonly lane: string;
  readonly [field: string]: unknown;
}

/** Rows of a column that a page draws. */
export const SHOWN = 50;

/** The local database of one peer, as the harness uses it. Followers are called at once and after each change. */
export interface Replica {
  /** Returns the unsubscribe function. */
  readonly followCount: (changed: (rows: number) => void) => () => void;
  /** First `SHOWN` rows of a column, in the order of rank and id. */
  readonly followColumn: (card: string, changed: (rows: readonly ShownRow[]) => void) => void;
  readonly ids: (count: number) => Promise<readonly string[]>;
  /** Resolves when the peer reports the change as written on the device. */
  readonly rename: (id: string, name: string) => Promise<void>;
}

/** One peer: opens its database on this device and starts its synchronisation. */
export interface Contestant {
  readonly open: () => Promise<Replica>;
  /** Only where the server requires it. */
  readonly signIn?: (credentials: {
    readonly email: string;
    readonly password: string;
  }) => Promise<void>;
}
