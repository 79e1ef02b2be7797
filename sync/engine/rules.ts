/**
 * The rules of the protocol that were seen to matter: each can be left out, and a simulation of a hostile network then
 * has to find that something is lost or wrong. The product never passes anything but all of them.
 */
export interface Rules {
  /** CLIENT-3: a change that is not newer than the base is ignored. */
  readonly onlyNewer: boolean;
  /** CLIENT-3: deletes compare versions. */
  readonly deletesCompareVersion: boolean;
  /** CLIENT-4: the cursor moves in the transaction of its rows, never before them. */
  readonly cursorWithRows: boolean;
  /** CLIENT-4: a page older than the cursor is dropped. */
  readonly dropOldPages: boolean;
  /** CLIENT-5: rows that go in unusual number are asked about first. */
  readonly unusualRemoval: boolean;
  /** PULL-5: a scope that has become visible is filled before the cursor moves on. */
  readonly fillBeforeCursor: boolean;
  /** PULL-5: a page of a fill that is older than the cursor is read again. */
  readonly dropOldFills: boolean;
  /** PULL-5: rows of a scope that was lost go. */
  readonly dropLostScopes: boolean;
  /** MUT-2: an acked mutation stays applied until the stream is complete. */
  readonly ackedUntilComplete: boolean;
  /** MUT-2: it is not enough that the cursor passes its version while more is to come. */
  readonly ackedUntilCompleteNotPassed: boolean;
  /** MUT-4: what hangs on a refused mutation goes with it. */
  readonly rejectDependents: boolean;
  /** MUT-6: nothing is sent before an earlier mutation of its row or parent. */
  readonly orderWithinRows: boolean;
  /** MUT-7: a mutation the server fails on does not hold up the rest. */
  readonly quarantine: boolean;
  /** MUT-8: a text is sent with the version it was edited from. */
  readonly textVersions: boolean;
  /** EPOCH-1: what may be missing from a restored server is sent again. */
  readonly epochRequeue: boolean;
  /** EPOCH-1: nothing is sent before every stream of the account has been asked for its epoch. */
  readonly suspectFirst: boolean;
  /** ENG-2: a cycle's time begins when the wait for the lock has ended, and a wait that timed out is remembered. */
  readonly workWithoutLock: boolean;
  /** WRITE-2: a device that was copied or put back takes a new client id. */
  readonly leaveCopiedClient: boolean;
  /** WRITE-3: only what is settled on this device is told as acknowledged. */
  readonly ackOnlySettled: boolean;
}

export const ALL_RULES: Rules = {
  onlyNewer: true,
  deletesCompareVersion: true,
  cursorWithRows: true,
  dropOldPages: true,
  unusualRemoval: true,
  fillBeforeCursor: true,
  dropOldFills: true,
  dropLostScopes: true,
  ackedUntilComplete: true,
  ackedUntilCompleteNotPassed: true,
  rejectDependents: true,
  orderWithinRows: true,
  quarantine: true,
  textVersions: true,
  epochRequeue: true,
  suspectFirst: true,
  workWithoutLock: true,
  leaveCopiedClient: true,
  ackOnlySettled: true,
};
