import type { Refusal } from '../../../model/shared/errors.ts';
import type { Reply } from './transport.ts';

/**
 * A file whose bytes this device has (FILE-1). `copying`: its bytes are still being taken in, nothing refers to it yet;
 * `waiting`: the server does not have it; `refused`: the server does not want it, the person decides; `kept`: the server
 * has it, the bytes stay while there is room.
 */
export interface LocalFile {
  /** Id of its row in `files`. */
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hex. */
  readonly digest: string;
  /** Of 1 MiB each but the last. */
  readonly parts: number;
  readonly state: 'copying' | 'waiting' | 'refused' | 'kept';
  /** Parts the server has, as far as is known here: what a progress ring shows. */
  readonly sent: number;
  /** Device's clock when it was picked. */
  readonly at: number;
  readonly reason?: Refusal;
}

/** What the lane reads and writes: each call is a transaction of its own. */
export interface FileStore {
  /** Files to be sent whose row the server has by now, oldest first. A row that waits itself is not hurried on. */
  readonly ready: () => Promise<readonly LocalFile[]>;
  readonly waiting: () => Promise<number>;
  readonly part: (id: string, n: number) => Promise<Uint8Array | undefined>;
  readonly sent: (id: string, parts: number) => Promise<void>;
  readonly stored: (id: string) => Promise<void>;
  readonly refused: (id: string, reason: Refusal) => Promise<void>;
  /** Takes up again what the server has lost, and frees what it has and this device has no room for. */
  readonly tidy: (now: number) => Promise<void>;
}

/** The calls of an upload (FILE-2). Each may be repeated. */
export interface FileTransport {
  /** Numbers of the parts that the server has; `stored` when it has the whole file. */
  readonly parts: (
    id: string,
  ) => Promise<Reply<{ readonly parts: readonly number[]; readonly stored: boolean }>>;
  readonly putPart: (id: string, n: number, bytes: Uint8Array) => Promise<Reply<void>>;
  readonly complete: (id: string) => Promise<Reply<void>>;
}

export interface FilePorts {
  readonly store: FileStore;
  readonly transport: FileTransport;
}
