/** A kept backup, as the file beside it describes it. It is written last: without it a backup is not complete. */
export interface BackupRecord {
  /** Milliseconds since 1970, UTC: start of the copy. Everything that was acknowledged before it is in the backup. */
  readonly at: number;
  /** The copy has been opened and its rows were counted. */
  readonly verifiedAt: number;
  readonly kind: 'sqlite' | 'postgres';
  /** Name of the copy in the folder; the attached files are in `<file>.files` beside it. */
  readonly file: string;
  readonly bytes: number;
  /** The newest migration in it: builds that know this one can open it. */
  readonly migration: string;
  /** Rows of each table in the copy. */
  readonly rows: Readonly<Record<string, number>>;
  /** Attached files; null: they are in an object store, which has its own copies. */
  readonly files: BackupFiles | null;
}

export interface BackupFiles {
  readonly count: number;
  /** Files that the database names and that are not in the backup, or have another size there. */
  readonly missing: number;
}

/** State of the backups that the server makes by itself. */
export interface BackupStatus {
  readonly folder: string;
  readonly intervalMs: number;
  /** Start of the schedule, in milliseconds. */
  readonly since: number;
  readonly newest: BackupRecord | undefined;
  /** Number of complete backups in the folder. */
  readonly kept: number;
  /** The last attempt, when it failed; undefined after a success. */
  readonly failure: { readonly at: number; readonly reason: string } | undefined;
  /** Attempts of this process that failed. */
  readonly failures: number;
}

/** What an operator's monitoring reads about the machine; absent in a server without a disk. */
export interface Operations {
  /** Folders whose free space is reported, by name. */
  readonly folders: Readonly<Record<string, string>>;
  /** Undefined: this server makes no backups by itself. */
  readonly backups: (() => BackupStatus) | undefined;
}
