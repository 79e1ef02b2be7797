import type { MessageRange } from '../message-range.ts';
import type { LaterReason } from './transport.ts';

export type DownloadReason = 'first' | 'epoch' | 'refill';

/** How far this device has followed a stream. */
export interface StreamState {
  readonly stream: string;
  /** Null until the first download has said it. */
  readonly epoch: string | null;
  /** Everything up to this version is here (of the scopes below). */
  readonly cursor: number;
  /** When the server wrote that version, by its clock; null or missing: not known (PULL-4). */
  readonly cursorAt?: number | null;
  /** The cursor when the stream was complete the last time (MUT-2); missing since it was downloaded. */
  readonly complete?: number;
  /** Scopes that are here whole. */
  readonly scopes: readonly string[];
  /**
   * Scopes of which some rows may be here, as a fill or a first download that may have broken off brought them, or as
   * a drop has left them, each with the version it was read at (the first of them), or the cursor when the drop began.
   */
  readonly partial?: Readonly<Record<string, number>>;
  /**
   * Scopes that a page did not name: what changed in them then was not told. They go when the stream is complete;
   * readable again before the last of their rows has gone, they are known to lack something (PULL-5).
   */
  readonly missed?: readonly string[];
  /** Scopes filled ahead of the cursor, with the version they were read at: no page up to there speaks of them. */
  readonly filled?: Readonly<Record<string, number>>;
  /** WIN-1: by scope, the number from which on its rows with a window are here. */
  readonly windows?: Readonly<Record<string, number>>;
  /** WIN-5: by scope, what is here whole before its window, lowest numbers first; no two of them touch. */
  readonly pieces?: Readonly<Record<string, readonly MessageRange[]>>;
  /** Present while the stream has to be downloaded; `done` of `total` rows are here. */
  readonly download?: {
    readonly reason: DownloadReason;
    readonly done: number;
    readonly total: number;
    /** Which run of the download is writing: another one that finds a name not its own stops. */
    readonly run: string;
    /** What a first download has brought whole so far: killed, it goes on from there (PULL-6). */
    readonly kept?: {
      readonly epoch: string;
      /** The version it is of. */
      readonly v: number;
      readonly scopes: readonly string[];
      readonly windows: Readonly<Record<string, number>>;
    };
  };
  /** True when another stream of this account changed its epoch: nothing is sent before this one has been asked. */
  readonly suspect: boolean;
  /** Device's clock at the last time the stream was complete. */
  readonly lastSync: number | null;
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

/** Something the person has to be told about their data; stays until dismissed. */
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
