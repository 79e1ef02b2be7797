import type { BenchRow } from '../page/replica.ts';

/** Version of the last row that a device has received. */
export interface RxdbCheckpoint {
  readonly version: number;
}

export type RxdbDoc = BenchRow & { readonly _deleted: boolean };

/** Response of a pull, and an event of the socket. */
export interface RxdbChanges {
  readonly documents: RxdbDoc[];
  readonly checkpoint: RxdbCheckpoint;
}

/** A change of a push: what the device had received, and what it has now. */
export interface RxdbWrite {
  readonly assumedMasterState?: RxdbDoc;
  readonly newDocumentState: RxdbDoc;
}
