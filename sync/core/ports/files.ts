import type { ArgsOf } from '../../../model/mutations/define-mutation.ts';
import type { fileAdd } from '../../../model/mutations/file/file-add.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import type { Reply } from './transport.ts';

/**
 * File whose bytes are on this device (FILE-1). `copying`: its bytes are still being copied and no row refers to it;
 * `waiting`: the server does not have it; `refused`: the server rejected it and the person decides; `kept`: the server
 * has it, and its bytes stay on the device while there is space; `shot`: a photo or recording that is not attached yet,
 * which is no file of the upload queue.
 */
export interface LocalFile {
  /** Id of its row in `files`. */
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hex. */
  readonly digest: string;
  /** Number of parts of 1 MiB each; the last one may be shorter. */
  readonly parts: number;
  readonly state: 'copying' | 'waiting' | 'refused' | 'kept' | 'shot';
  /** Number of parts that the server has confirmed, for the progress ring. */
  readonly sent: number;
  /** Device's clock when the person picked the file. */
  readonly at: number;
  readonly reason?: Refusal;
  /** Arguments of the mutation that created its row, to create it again (FILE-2.12); missing in rows of older builds. */
  readonly added?: ArgsOf<typeof fileAdd>;
  /** Only in the state `shot`. */
  readonly shot?: Shot;
}

/** Photo, recording or chosen file of a form that is not attached yet. */
export interface Shot {
  /** Form that it is for: `task:<id>`, `comment:<task>` or `chat:<conversation>`. */
  readonly place: string;
  readonly type: string;
  /** Fields of the file that are stored with it when it is attached, e.g. the time of the shot. */
  readonly fields: Readonly<Record<string, string | number>>;
  /** Id of the shot that this one shows with a drawing. */
  readonly original?: string;
}

/** Store of the upload queue; each call is a transaction of its own. */
export interface FileStore {
  /** Files to be sent, oldest first; without those whose row is still pending. */
  readonly ready: () => Promise<readonly LocalFile[]>;
  readonly waiting: () => Promise<number>;
  /** True while the device has files that `tidy` may have to queue or reject: all but those that the server refused. */
  readonly mayChange: () => Promise<boolean>;
  readonly part: (id: string, n: number) => Promise<Uint8Array | undefined>;
  readonly sent: (id: string, parts: number) => Promise<void>;
  readonly stored: (id: string) => Promise<void>;
  readonly refused: (id: string, reason: Refusal) => Promise<void>;
  /** Queues files again that the server has lost, and frees space by deleting bytes that the server has. */
  readonly tidy: (now: number) => Promise<void>;
}

/** Calls of an upload (FILE-2); each may be repeated. */
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
