/** One account whose rows go into the archive. */
export interface ExportAccount {
  readonly dbName: string;
  readonly userId: string;
  readonly orgId: string;
  readonly orgUserId: string;
  readonly orgName: string;
}

export interface ExportRequest {
  /** One folder each when there are several. */
  readonly accounts: readonly ExportAccount[];
  /** Files that are not on this device are asked for at the server, too. */
  readonly fromServer: boolean;
  /** ISO instant by the device's clock. */
  readonly at: string;
  readonly person: string;
  /** Everything unsent or refused, as the outbox panel gives it out. */
  readonly unsent: Blob;
  /** What is known beforehand not to be in it. */
  readonly missing: readonly LeftOut[];
}

/** Something the person may read that is not in the archive. */
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

/** Makes an archive of everything on the device, in a worker of its own; ending the worker cancels it. */
export interface ExportApi {
  readonly make: (
    request: ExportRequest,
    notify: (progress: ExportProgress) => void,
  ) => Promise<ExportResult>;
}
