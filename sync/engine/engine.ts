import { orgStream } from '../../model/entities/scopes.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import { checkReplica, type Difference } from './check.ts';
import type { EngineAccount, EngineContext } from './context.ts';
import { createUploadQueue, type UploadQueue } from './upload-queue.ts';
import { createLoop } from './loop.ts';
import type { FilePorts } from '../core/ports/files.ts';
import type { MessageRange, RangeRequest } from '../core/message-range.ts';
import type { Ports } from '../core/ports/ports.ts';
import type { Reply } from '../core/ports/transport.ts';
import { loadRange } from './load-range.ts';

/** The sync engine of one account (ENG-1). The picture of its loop is in loop.ts. */
export interface Engine {
  readonly start: () => void;
  /** Stops for good; what is on its way is abandoned, which is safe. */
  readonly stop: () => void;
  /** Something was written here. */
  readonly wake: () => void;
  /** The person has signed in again. */
  readonly resume: () => void;
  /** The same, said by another window: only what pauses goes on. */
  readonly signedIn: () => void;
  /** Tries to send everything within `milliseconds`; true when nothing waits any more. */
  readonly drain: (milliseconds: number) => Promise<boolean>;
  /** WIN-2, WIN-5: brings rows of a scope of the organisation; the numbers that are here by that. */
  readonly history: (scope: string, part?: RangeRequest) => Promise<Reply<MessageRange>>;
  readonly check: () => Promise<Reply<readonly Difference[]>>;
}

export interface EngineOptions {
  readonly ports: Ports;
  readonly account: EngineAccount;
  /** Calls a batch may hold; less than what the server takes only in a simulation. */
  readonly pushCalls?: number;
  /** Without them nothing is uploaded from here. */
  readonly files?: FilePorts;
  /** Slug of the project whose board the person looks at, downloaded first; none when missing or null. */
  readonly currentBoard?: () => string | null;
}

export function createEngine(options: EngineOptions): Engine {
  const { ports, account, files, pushCalls = LIMITS.pushCalls } = options;
  const { currentBoard = () => null } = options;
  let hasLock = false;
  const context: EngineContext = {
    ports,
    account,
    currentBoard,
    hasLock: () => hasLock,
    pushCalls,
  };
  const uploads: UploadQueue | undefined = files && createUploadQueue(context, files);
  const loop = createLoop(context, {
    locked: (isHeld) => {
      hasLock = isHeld;
    },
    // A file whose row has just been sent can follow it.
    ended: () => uploads?.poke(),
  });
  return {
    start: () => {
      loop.start();
      uploads?.start();
    },
    stop: () => {
      loop.stop();
      uploads?.stop();
    },
    wake: loop.poke,
    resume: () => {
      loop.resume();
      uploads?.resume();
    },
    signedIn: () => {
      loop.signedIn();
      uploads?.signedIn();
    },
    drain: async (milliseconds) => {
      const until = ports.clock.now() + milliseconds;
      const sent = await loop.drain(milliseconds);
      return ((await uploads?.drain(until - ports.clock.now())) ?? true) && sent;
    },
    history: (scope, part) => loadRange(context, { stream: orgStream(account.orgId), scope, part }),
    check: async () => {
      const reply = await checkReplica(context);
      // It may have found a stream to be recovered.
      loop.poke();
      return reply;
    },
  };
}
