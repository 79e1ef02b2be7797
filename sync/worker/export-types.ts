/** One account whose rows are exported. */
export interface ExportAccount {
  readonly dbName: string;
  readonly userId: string;
  readonly orgId: string;
  readonly orgUserId: string;
  readonly orgName: string;
}

export interface ExportRequest {
  /** Several accounts get one folder each. */
  readonly accounts: readonly ExportAccount[];
  /** Files that are not on this device are requested from the server. */
  readonly fromServer: boolean;
  /** ISO instant by the device's clock. */
  readonly at: string;
  readonly person: string;
  /** Name of erased people in the language of the reader, with `{number}`. */
  readonly deletedPerson: string;
  /** Unsent and rejected mutations, in the format of the outbox panel's download. */
  readonly unsent: Blob;
  /** Data that is known to be missing before the export starts. */
  readonly missing: readonly LeftOut[];
}

/** Data that the person may read and the archive does not contain. */
export interface LeftOut {
  readonly what: string;
  readonly why: string;
}

export interface ExportProgress {
  readonly stage: 'rows' | 'files';
  readonly done: number;
  readonly total: number;
}

export interface ExportResult {
  readonly archive: Blob;
  readonly rows: number;
  readonly files: number;
  readonly leftOut: readonly LeftOut[];
}

/** Builds an archive of everything on the device, in a worker of its own; terminating the worker cancels it. */
export interface ExportApi {
  readonly make: (
    request: ExportRequest,
    notify: (progress: ExportProgress) => void,
  ) => Promise<ExportResult>;
}
