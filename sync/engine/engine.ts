import { orgStream } from '../../model/entities/scopes.ts';
import { LIMITS } from '../../model/protocol/version.ts';
import type { Difference } from './check.ts';
import type { CompareOptions } from './compare-stream.ts';
import type { EngineAccount, EngineContext } from './context.ts';
import { createUploadQueue, type UploadQueue } from './upload-queue.ts';
import { createLoop } from './loop.ts';
import type { Comparison } from '../core/ports/comparison.ts';
import type { FilePorts } from '../core/ports/files.ts';
import type { MessageRange, RangeRequest } from '../core/message-range.ts';
import type { Ports } from '../core/ports/ports.ts';
import type { TasksToOpen } from '../core/ports/streams.ts';
import type { Reply } from '../core/ports/transport.ts';
import { holdDetails } from './outlines.ts';

/** Sync engine of one account (ENG-1); loop.ts describes its loop. */
export interface Engine {
  readonly start: () => void;
  /** Stops for good; running requests are abandoned, which is safe. */
  readonly stop: () => void;
  /** Called after a write on this device. */
  readonly wake: () => void;
  /** Called after the person has signed in again. */
  readonly resume: () => void;
  /** Called after a sign-in in another window: only a paused queue continues. */
  readonly signedIn: () => void;
  /** Tries to send everything within `milliseconds`; true when nothing is pending any more. */
  readonly drain: (milliseconds: number) => Promise<boolean>;
  /** Loads a range of messages of a conversation, by default the next older one (WIN-2, WIN-5). */
  readonly history: (scope: string, part?: RangeRequest) => Promise<Reply<MessageRange>>;
  readonly check: () => Promise<Reply<readonly Difference[]>>;
  /** Compares this device with the server and repairs what differs (PULL-9); never rejects because of the server. */
  readonly compare: (options?: CompareOptions) => Promise<Comparison>;
  /** Releases details of cold tasks beyond what this device is meant to hold (OUT-7.6). */
  readonly releaseCold: () => Promise<void>;
  /** From now on this device keeps the details of these scopes (OUT-3). */
  readonly hold: (scopes: readonly string[]) => Promise<void>;
  /** From now on this device keeps the details of these tasks of hot scopes, although they are cold (OUT-7.3). */
  readonly openTasks: (opened: TasksToOpen) => Promise<void>;
}

export interface EngineOptions {
  readonly ports: Ports;
  readonly account: EngineAccount;
  /** Maximum number of calls per batch; below the server's limit only in simulations. */
  readonly pushCalls?: number;
  /** Missing: this engine uploads no files. */
  readonly files?: FilePorts;
  /** `EngineContext.currentBoard`; none by default. */
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
    history: async (scope, part) => {
      const { loadRange } = await import('./load-range.ts');
      return loadRange(context, { stream: orgStream(account.orgId), scope, part });
    },
    check: async () => {
      const { checkReplica } = await import('./check.ts');
      const reply = await checkReplica(context);
      // The check may have found a stream that has to be recovered.
      loop.poke();
      return reply;
    },
    compare: async (options) => {
      const { compareAlone } = await import('./compare.ts');
      const comparison = await compareAlone(context, options);
      // A server that has lost writes was found.
      loop.poke();
      return comparison;
    },
    releaseCold: async () => {
      const { releaseCold } = await import('./release-cold.ts');
      await releaseCold(context);
    },
    hold: async (scopes) => {
      if (await holdDetails(context, orgStream(account.orgId), scopes)) loop.poke();
    },
    openTasks: async (opened) => {
      const { openTasks } = await import('./open-tasks.ts');
      if (await openTasks(context, orgStream(account.orgId), opened)) loop.poke();
    },
  };
}
