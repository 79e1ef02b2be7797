import type { StoredDraft } from '../store/drafts.ts';
import type { SnapshotManifest, SnapshotOrganization } from '../../model/protocol/snapshot.ts';

/** Account whose data is saved. */
export interface SnapshotAccount {
  readonly dbName: string;
  readonly userId: string;
  readonly orgId: string;
  readonly orgUserId: string;
  readonly orgName: string;
  readonly level: string;
  readonly specialRole: boolean;
  readonly access: SnapshotOrganization['access'];
  /** Half-typed texts, by the names of their forms. */
  readonly drafts: readonly StoredDraft[];
}

export interface SnapshotRequest {
  readonly accounts: readonly SnapshotAccount[];
  readonly displayName: string;
  readonly email: string;
  readonly sealingKey: string | undefined;
  readonly passphrase: string;
  /** Files on this device, too; those that were not sent are always contained. */
  readonly withFiles: boolean;
  /** ISO instant by the device's clock. */
  readonly at: string;
}

export interface SnapshotProgress {
  readonly done: number;
  readonly total: number;
}

export interface SavedSnapshot {
  readonly file: Blob;
  readonly unsent: number;
  readonly rows: number;
  readonly files: number;
}

/** Refusal with the text for the person; comlink drops the fields of an Error. */
export type SnapshotOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/** Unsent work of one organisation of a snapshot, completely read. */
export interface SnapshotUnsent {
  readonly manifest: SnapshotManifest;
  /** False: the snapshot does not contain the organisation, and the lists are empty. */
  readonly isContained: boolean;
  /** Rows of the tables `outbox`, `rejected` and `blobs`; each was written by a build of Cairn. */
  readonly outbox: readonly unknown[];
  readonly rejected: readonly unknown[];
  readonly files: readonly { readonly file: unknown; readonly bytes: Blob }[];
  readonly drafts: readonly unknown[];
}

export interface OpenedSnapshot {
  readonly manifest: SnapshotManifest;
}

export interface SnapshotApi {
  readonly save: (
    request: SnapshotRequest,
    notify: (progress: SnapshotProgress) => void,
  ) => Promise<SnapshotOutcome<SavedSnapshot>>;
  /**
   * Fills new encrypted stores under the key `keyId`, which the page holds. They are complete when it resolves; after a
   * refusal or a kill the caller deletes them.
   */
  readonly open: (
    file: Blob,
    passphrase: string,
    keyId: string,
    notify: (progress: SnapshotProgress) => void,
  ) => Promise<SnapshotOutcome<OpenedSnapshot>>;
  /** Reads the whole file; nothing is written. `orgId` selects the organisation. */
  readonly unsent: (
    file: Blob,
    passphrase: string,
    orgId: string,
  ) => Promise<SnapshotOutcome<SnapshotUnsent>>;
}
