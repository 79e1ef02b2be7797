import type { DownloadedScope, ScopeStates } from '../scope-state.ts';
import type { LaterReason } from './transport.ts';

export type DownloadReason = 'first' | 'epoch' | 'refill';

/** State of a stream on this device. */
export interface StreamState {
  readonly stream: string;
  /** Null before the first download. */
  readonly epoch: string | null;
  /** All changes up to this version are applied in the complete scopes. */
  readonly cursor: number;
  /** Time at which the server wrote the version `cursor`, by its clock; null or missing when unknown (PULL-4). */
  readonly cursorAt?: number | null;
  /** Cursor at which the stream was last complete (MUT-2); missing after a download until the next complete pull. */
  readonly complete?: number;
  /** Unchanged while the stream is being downloaded. */
  readonly scopes: ScopeStates;
  /**
   * Scopes of which this device keeps only the outline (OUT-1): their state describes all rows but details. Missing
   * before the first download that contained one.
   */
  readonly outlined?: readonly string[];
  /** Those among the outlined ones of which this device has no tasks but those that changed since (OUT-6). */
  readonly summarized?: readonly string[];
  /**
   * Those among the outlined ones of which this device has the details of all hot tasks (OUT-7). Completed and archived
   * tasks up to the version are cold.
   */
  readonly hot?: Readonly<Record<string, number>>;
  /** Hot scopes from which details of cold tasks are still being removed (OUT-7.6). */
  readonly releasing?: readonly string[];
  /** Tasks of hot scopes whose details were requested although they are cold, or were when they changed (OUT-7.3). */
  readonly coldTasks?: Readonly<Record<string, ColdTask>>;
  /** Scopes whose details are to be downloaded (OUT-3); those that are outlined. */
  readonly wanted?: readonly string[];
  /** When the person last opened a project that was outlined once, by the device's clock (OUT-5). */
  readonly opened?: Readonly<Record<string, number>>;
  /** Present while the stream has to be downloaded. */
  readonly download?: Download;
  /** True when another stream of this account changed its epoch: nothing is sent before this stream has been pulled. */
  readonly suspect: boolean;
  /** Device's clock when the stream was last complete. */
  readonly lastSync: number | null;
}

/** Tasks by their id. */
export type TasksToOpen = Readonly<Record<string, { readonly scope: string }>>;

export interface ColdTask {
  readonly scope: string;
  /** When the person last opened it, by the device's clock. */
  readonly opened: number;
  /** False until its details are downloaded. */
  readonly isHere: boolean;
}

export type Download =
  | (DownloadProgress & {
      readonly reason: 'first';
      /** Missing before the first line of the download. */
      readonly checkpoint?: Checkpoint;
    })
  | (DownloadProgress & { readonly reason: Exclude<DownloadReason, 'first'> });

/** `done` of `total` rows are stored. */
interface DownloadProgress {
  readonly done: number;
  readonly total: number;
  /** Name of the run that writes; a run that reads another name stops. */
  readonly run: string;
}

/** Scopes that an interrupted first download has stored completely; the next run resumes from it (PULL-6.3). */
export interface Checkpoint {
  readonly epoch: string;
  /** Version of the download. */
  readonly v: number;
  /** Time at which the server wrote that version; missing when unknown (PULL-4.3). */
  readonly at?: number;
  readonly complete: readonly DownloadedScope[];
  /** Scopes that the download sends as outlines; missing when there are none. */
  readonly outlined?: readonly string[];
  /** Those among them that it sends as summaries; missing when there are none. */
  readonly summarized?: readonly string[];
  /** As in the stream's state; missing when there are none. */
  readonly hot?: Readonly<Record<string, number>>;
}

/** State of the connection at the last sync pass; written by the engine, read by the sync pill. */
export interface NetState {
  readonly reachable: boolean | null;
  /** Reason of a pass that did not finish although the server can be reached; missing in rows of older builds. */
  readonly later?: LaterReason | null;
  readonly auth: 'ok' | 'needed';
  /** The server speaks a newer protocol than this build. */
  readonly outdated: boolean;
  /** The exception that ended the last sync pass, such as a full disk; for the diagnostics page. */
  readonly fault: string | null;
}

/** A message about the person's data that stays until it is dismissed. */
export interface Notice {
  readonly id: string;
  readonly kind: 'restored' | 'store-lost' | 'kept-locked' | 'kept-lost' | 'snapshot';
  /** Milliseconds by the device's clock; for `snapshot`, when it was saved. */
  readonly at: number;
  /** Unsent changes that were in a store that was lost, or are encrypted and cannot be read. */
  readonly unsent?: number;
}

/** States of the streams and of the connection, and notices to the person, inside one transaction. */
export interface StreamsPort {
  readonly stream: (stream: string) => Promise<StreamState | undefined>;
  readonly putStream: (state: StreamState) => Promise<void>;
  readonly net: () => Promise<NetState>;
  readonly putNet: (state: NetState) => Promise<void>;
  readonly putNotice: (notice: Notice) => Promise<void>;
}
