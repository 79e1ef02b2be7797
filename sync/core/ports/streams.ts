import type { DownloadedScope, ScopeStates } from '../scope-state.ts';
import type { LaterReason } from './transport.ts';

export type DownloadReason = 'first' | 'epoch' | 'refill';

/** How far this device has followed a stream. */
export interface StreamState {
  readonly stream: string;
  /** Null until the first download has said it. */
  readonly epoch: string | null;
  /** Everything up to this version is here, of the scopes that are complete. */
  readonly cursor: number;
  /** When the server wrote that version, by its clock; null or missing: not known (PULL-4). */
  readonly cursorAt?: number | null;
  /** The cursor when the stream was complete the last time (MUT-2); missing since it was downloaded. */
  readonly complete?: number;
  /** Unchanged while the stream is being downloaded. */
  readonly scopes: ScopeStates;
  /** Present while the stream has to be downloaded. */
  readonly download?: Download;
  /** True when another stream of this account changed its epoch: nothing is sent before this one has been asked. */
  readonly suspect: boolean;
  /** Device's clock at the last time the stream was complete. */
  readonly lastSync: number | null;
}

export type Download =
  | (DownloadProgress & {
      readonly reason: 'first';
      /** Missing before the first line of the download. */
      readonly checkpoint?: Checkpoint;
    })
  | (DownloadProgress & { readonly reason: Exclude<DownloadReason, 'first'> });

/** `done` of `total` rows are here. */
interface DownloadProgress {
  readonly done: number;
  readonly total: number;
  /** Which run of the download is writing: another one that finds a name not its own stops. */
  readonly run: string;
}

/** What an interrupted first download has stored completely: the next run resumes from it (PULL-6.3). */
export interface Checkpoint {
  readonly epoch: string;
  /** Version of the download. */
  readonly v: number;
  readonly complete: readonly DownloadedScope[];
}

/** The connection to the server as the last sync pass found it; written by the engine, read by the sync pill. */
export interface NetState {
  readonly reachable: boolean | null;
  /** The server can be reached, and the pass could not finish: it is tried again. Older builds did not store it. */
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
  readonly kind: 'restored' | 'refilled' | 'store-lost' | 'kept-locked' | 'kept-lost';
  readonly at: number;
  /** Unsent changes that were in a store that was lost, or are encrypted and cannot be read. */
  readonly unsent?: number;
}

/** How far the device has followed its streams, and what the person is notified of, inside one transaction. */
export interface StreamsPort {
  readonly stream: (stream: string) => Promise<StreamState | undefined>;
  readonly putStream: (state: StreamState) => Promise<void>;
  readonly net: () => Promise<NetState>;
  readonly putNet: (state: NetState) => Promise<void>;
  readonly putNotice: (notice: Notice) => Promise<void>;
}
