import { ENTITIES, entityOf } from '../../model/entities/registry.ts';
import { orgStream, userStream } from '../../model/entities/scopes.ts';
import type { Ports } from '../core/ports/ports.ts';
import type { StreamsPort, StreamState } from '../core/ports/streams.ts';
import type { Failure, LaterReason, Reply } from '../core/ports/transport.ts';

/** Account of an engine. */
export interface EngineAccount {
  readonly orgId: string;
  readonly orgUserId: string;
}

/** Environment of every part of the engine. */
export interface EngineContext {
  readonly ports: Ports;
  readonly account: EngineAccount;
  /** False when the lock could not be acquired: another tab may be at work (ENG-2). */
  readonly hasLock: () => boolean;
  /** Maximum number of calls per batch (WRITE-8). */
  readonly pushCalls: number;
  /** Slug of the project whose board is open, which is downloaded first; null without one (PULL-6). */
  readonly currentBoard: () => string | null;
}

/** Result of a step. */
export type Step =
  | { readonly kind: 'done' }
  /** The step made progress, and there may be more to do. */
  | { readonly kind: 'more' }
  /** Another tab does the same work. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly failure: Failure };

export const DONE: Step = { kind: 'done' };
export const MORE: Step = { kind: 'more' };
export const BUSY: Step = { kind: 'busy' };

export function failed(failure: Failure): Step {
  return { kind: 'failed', failure };
}

/** The server can be reached; the pass is tried again after a back-off. */
export function tryLater(reason: LaterReason): Step {
  return failed({ kind: 'later', reason });
}

/** The streams of an account, in the order in which they are downloaded. */
export function streamsOf(account: EngineAccount): readonly string[] {
  return [orgStream(account.orgId), userStream(account.orgUserId)];
}

/** Tables whose rows belong to a stream. */
export function tablesOf(stream: string): readonly string[] {
  const kind = stream.startsWith('user:') ? 'user' : 'org';
  return ENTITIES.filter((entity) => entity.stream === kind).map(({ table }) => table);
}

/** The same without tables of which a device may have only some rows: counts of scopes exclude them (WIN-4). */
export function wholeTablesOf(stream: string): readonly string[] {
  return tablesOf(stream).filter((table) => entityOf(table)?.ranged === undefined);
}

/** False for tables of a newer build (VER-2), which downloads their rows once it is installed. */
export function isKnownTable(table: string): boolean {
  return entityOf(table) !== undefined;
}

/** Stream before its first download. */
export function newStream(stream: string): StreamState {
  return {
    stream,
    epoch: null,
    cursor: 0,
    scopes: {},
    download: { reason: 'first', done: 0, total: 0, run: '' },
    suspect: false,
    lastSync: null,
  };
}

export async function readStream(context: EngineContext, stream: string): Promise<StreamState> {
  return context.ports.store.read([], (tx) => streamIn(tx, stream));
}

export async function streamIn(
  tx: Pick<StreamsPort, 'stream'>,
  stream: string,
): Promise<StreamState> {
  return (await tx.stream(stream)) ?? newStream(stream);
}

/** Makes a call, and a second one after renewing an expired access token (ENG-3). */
export async function authed<T>(
  context: EngineContext,
  call: () => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const reply = await call();
  if (reply.ok || !isUnauthenticated(reply.failure)) return reply;
  const renewed = await context.ports.transport.refresh();
  return renewed.ok ? call() : renewed;
}

export function isUnauthenticated(failure: Failure): boolean {
  return (
    failure.kind === 'refused' &&
    (failure.status === 401 || failure.code === 'client_user_mismatch')
  );
}

export function isRejectedWith(failure: Failure, code: 'epoch' | 'refill' | 'invalid'): boolean {
  return failure.kind === 'refused' && failure.code === code;
}
