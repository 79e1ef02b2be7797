import { cards } from '../../model/entities/card.ts';
import { comments } from '../../model/entities/comment.ts';
import type { Entity } from '../../model/entities/define-entity.ts';
import { notes } from '../../model/entities/note.ts';
import { orgStream, userStream } from '../../model/entities/scopes.ts';
import { tasks } from '../../model/entities/task.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import { noteUnsent, type Reporter } from './unsent-reports.ts';
import { toCairnError } from '../shared/errors.ts';
import { nextTurn } from '../shared/next-turn.ts';
import { noOrganization } from '../shared/no-organization.ts';
import { loadMember } from '../writer/actor.ts';
import { noRights } from '../writer/demanded-factor.ts';
import type { Machine } from '../shared/machine.ts';
import { receivedOf, wentBack } from '../writer/clients.ts';
import { hashesOfCall } from './call-hash.ts';
import type {
  Claim,
  CopiedClient,
  Handshake,
  StoredVerdict,
  Verdict,
} from '../writer/client-types.ts';
import type { Consequence } from './consequence.ts';
import { createRestTable } from './rest-table.ts';
import { type Applied, runCall, type WriteCall } from './run-call.ts';
import {
  LIMITS,
  type RowPrefetch,
  type Writer,
  type WriteSession,
  type WriteTx,
} from '../writer/writer-types.ts';

/** The device that sends a call: makes the call repeatable. */
export interface SyncDeps {
  readonly clientId: string;
  readonly ackThrough: number;
  /** The device's claim about its client, sent with a batch; a single call is not compared. */
  readonly claim?: Claim | undefined;
  /** Checked before anything else when given; without a stream, against both of the person's streams. */
  readonly epoch?: string | undefined;
  readonly stream?: string | undefined;
  /** The browser, with the number of its unsent changes; missing where it has no cookie. */
  readonly report?: Reporter | undefined;
}

export interface NumberedCall extends WriteCall {
  readonly seq: number;
}

export interface CallsRequest {
  /** The person, with their rights at the time of the request; they are read again behind the lock. */
  readonly actor: Actor;
  readonly sync?: SyncDeps | undefined;
  readonly calls: readonly NumberedCall[];
}

export interface CallsAnswer {
  readonly epoch: string;
  readonly verdicts: readonly Verdict[];
  /** The highest sequence number received of the client; present when the request made a claim. */
  readonly received?: number | undefined;
  readonly copied?: CopiedClient | undefined;
}

/** Applies calls in order (WRITE-2, WRITE-8); the promise settles when everything in the result is on disk. */
export type ApplyCalls = (request: CallsRequest) => Promise<CallsAnswer>;

interface ApplyDeps {
  readonly writer: Writer;
  readonly newId: Machine['newId'];
  /** Receives unexpected errors. */
  readonly report: (error: unknown) => void;
  readonly consequences: readonly Consequence[];
  /** Called in the transaction of each call that has changed something. */
  readonly applied?: ((write: AppliedCall) => Promise<void>) | undefined;
}

/** A call whose rows are put and not committed yet. */
export interface AppliedCall {
  readonly tx: WriteTx;
  readonly actor: Actor;
  readonly applied: Applied;
  readonly afterCommit: (task: () => void) => void;
}

export function createApplyCalls(deps: ApplyDeps): ApplyCalls {
  const findTarget = createRestTable();
  const limited = new Set(
    deps.consequences.flatMap((one) => (one.usesLimits === true ? [one.mutation] : [])),
  );
  return async (request) => {
    const { actor } = request;
    const own = [orgStream(actor.orgId), userStream(actor.orgUserId)];
    const usesLimits = request.calls.some(({ method, path }) =>
      findTarget(method, path)?.mutations.some(({ name }) => limited.has(name)),
    );
    const streams = usesLimits ? [LIMITS, ...own] : own;
    const tasks: (() => void)[] = [];
    const work = (session: WriteSession) => {
      tasks.length = 0;
      const afterCommit = (task: () => void) => tasks.push(task);
      const stream = request.sync?.stream;
      return applyAll({ ...deps, session, findTarget, afterCommit, stream }, request);
    };
    const prefetched = { rows: prefetchRows(request), client: handshakeOf(request) };
    const answer = await deps.writer.session(streams, work, prefetched);
    for (const task of tasks) task();
    return answer;
  };
}

interface Deps extends ApplyDeps {
  readonly session: WriteSession;
  readonly findTarget: ReturnType<typeof createRestTable>;
  readonly afterCommit: (task: () => void) => void;
  readonly stream: string | undefined;
}

async function applyAll(deps: Deps, request: CallsRequest): Promise<CallsAnswer> {
  const { session } = deps;
  const { sync, calls } = request;
  const actor = await session.actor(request.actor.orgId, request.actor.userId);
  if (actor === undefined) {
    throw noRights((await loadMember(session.sql, request.actor)) !== undefined);
  }
  const stream = session.stream(sync?.stream ?? orgStream(actor.orgId));
  if (stream === undefined) throw noOrganization();
  requireEpoch(session, actor, sync);
  if (sync !== undefined && (sync.claim?.since ?? 0) > stream.head) {
    const { orgId, userId } = actor;
    const received = await receivedOf(session.sql, { orgId, clientId: sync.clientId, userId });
    throw wentBack({ epoch: stream.epoch, received });
  }
  if (sync === undefined) {
    // A plain call has the number 0 and no earlier verdict.
    const verdicts = await runAll(deps, { actor, calls, known: new Map(), ackThrough: -1 });
    return { epoch: stream.epoch, verdicts: verdicts.map(({ verdict }) => verdict) };
  }
  const client = await session.clients.shakeHands(handshakeBy(actor, sync, calls));
  const known = client.verdicts;
  if (client.copied !== undefined) {
    const { copied, received } = client;
    return { epoch: stream.epoch, verdicts: acknowledgedBefore(calls, known), received, copied };
  }
  const { ackThrough } = client;
  const own = { orgId: actor.orgId, clientId: sync.clientId };
  const late = calls.map(({ seq }) => seq).filter((seq) => seq <= ackThrough);
  const settled = late.length === 0 ? undefined : await session.clients.settled(own, late);
  const head = sync.stream === undefined ? undefined : stream.head;
  const verdicts = await runAll(deps, { actor, calls, known, ackThrough, settled, head });
  const kept = verdicts.filter(isKept);
  session.clients.keep(own, kept);
  if (sync.report !== undefined) {
    const unsent = sync.report.pending - verdicts.filter((one) => !isRetryable(one.verdict)).length;
    const { userId, orgId } = actor;
    await noteUnsent(session.sql, sync.report, { userId, orgId, unsent });
  }
  return {
    epoch: stream.epoch,
    verdicts: verdicts.map(({ verdict }) => verdict),
    ...(sync.claim !== undefined && {
      received: Math.max(client.received, ...kept.map(({ verdict }) => verdict.seq)),
    }),
  };
}

/** For a copied client: the verdicts of calls that both devices sent, which were made before the copy. */
function acknowledgedBefore(
  calls: readonly NumberedCall[],
  known: ReadonlyMap<number, StoredVerdict>,
): readonly Verdict[] {
  return calls.flatMap((call) => {
    const earlier = known.get(call.seq);
    const isSame = earlier !== undefined && hashesOfCall(call).includes(earlier.bodyHash);
    return isSame ? [{ ...earlier.verdict, replayed: true }] : [];
  });
}

interface Todo {
  readonly actor: Actor;
  readonly calls: readonly NumberedCall[];
  readonly known: ReadonlyMap<number, StoredVerdict>;
  /** The client has acknowledged every verdict up to this number. */
  readonly ackThrough: number;
  /** Digests of acknowledged calls, by seq. */
  readonly settled?: ReadonlyMap<number, string> | undefined;
  /** Head of the calls' stream, where the request names it. */
  readonly head?: number | undefined;
}

/** Calls of a request after which other requests have their turn: the embedded database works within the call. */
const CALLS_A_TURN = 20;

/** Tables by path: a guess that saves reading the rows one by one. */
const TABLES: readonly (readonly [RegExp, Entity])[] = [
  [/^(?:multiple-user\/)?task\//, tasks],
  [/^project-card\//, cards],
  [/^comment\//, comments],
  [/^note\//, notes],
];

function prefetchRows({ actor, calls }: CallsRequest): readonly RowPrefetch[] {
  const place = { orgId: actor.orgId, owner: actor.orgUserId };
  return TABLES.map(([pattern, entity]) => {
    const about = calls.filter(({ path }) => pattern.test(path));
    const ids = about.flatMap(({ path, body }) => [path.split('/').at(-2), body['id']]);
    const clean = ids.filter((id) => typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id));
    return { entity, place, ids: clean.map(String) };
  });
}

function handshakeOf({ actor, sync, calls }: CallsRequest): Handshake | undefined {
  return sync && handshakeBy(actor, sync, calls);
}

function handshakeBy(
  { userId, orgId }: Actor,
  { clientId, ackThrough, claim }: SyncDeps,
  calls: readonly NumberedCall[],
): Handshake {
  const numbers = calls.map((call) => call.seq);
  const client = { clientId, userId, orgId, ackThrough };
  if (claim === undefined) return { client, range: [Math.min(...numbers), Math.max(...numbers)] };
  // Reads all numbers from the claim on; without a claim, all of them.
  const from = Math.min(claim.received ?? 0, ...numbers);
  return { client, range: [from, Number.MAX_SAFE_INTEGER], claim };
}

async function runAll(deps: Deps, todo: Todo): Promise<readonly StoredVerdict[]> {
  const verdicts: StoredVerdict[] = [];
  const known = new Map(todo.known);
  for (const call of todo.calls) {
    const hashes = hashesOfCall(call);
    const earlier = known.get(call.seq);
    const verdict =
      acknowledgedEarlier(call.seq, hashes, { earlier, ...todo }) ??
      (await runOne(deps, todo.actor, call));
    const stored = { bodyHash: hashes[0], verdict };
    verdicts.push(stored);
    if (isRetryable(verdict)) break;
    if (earlier === undefined) known.set(call.seq, stored);
    if (verdicts.length % CALLS_A_TURN === 0) await nextTurn();
  }
  return verdicts;
}

/** The verdict of a call that the client has sent before: nothing runs twice. */
function acknowledgedEarlier(
  seq: number,
  hashes: readonly string[],
  {
    earlier,
    ackThrough,
    settled,
    head,
  }: Pick<Todo, 'ackThrough' | 'settled' | 'head'> & {
    readonly earlier: StoredVerdict | undefined;
  },
): Verdict | undefined {
  if (seq <= ackThrough) {
    const digest = settled?.get(seq);
    const isSame = digest === undefined || hashes.includes(digest);
    return isSame ? { seq, status: 200, settled: true, head } : reusedKey(seq);
  }
  if (earlier === undefined) return undefined;
  if (hashes.includes(earlier.bodyHash)) return { ...earlier.verdict, replayed: true };
  return reusedKey(seq);
}

function reusedKey(seq: number): Verdict {
  return {
    seq,
    status: 422,
    code: 'key_reused',
    message: 'This key has been used for another request',
  };
}

async function runOne(deps: Deps, actor: Actor, call: NumberedCall): Promise<Verdict> {
  const { newId, consequences, session, findTarget, afterCommit } = deps;
  try {
    const target = findTarget(call.method, call.path);
    if (target === undefined) {
      throw new CairnError(refuse('not_found', /*i18n*/ 'Page not found'));
    }
    const tasks: (() => void)[] = [];
    const applied = await session.atomic(async (tx) => {
      tasks.length = 0;
      const run = {
        newId,
        consequences,
        afterCommit: (task: () => void) => tasks.push(task),
      };
      const before = tx.head(orgStream(actor.orgId));
      const result = await runCall(tx, actor, { call, target, deps: run, stream: deps.stream });
      if (tx.head(orgStream(actor.orgId)) > before) {
        await deps.applied?.({ tx, actor, applied: result, afterCommit: run.afterCommit });
      }
      return result;
    });
    for (const task of tasks) afterCommit(task);
    const { version, ref, mutations } = applied;
    return { seq: call.seq, status: 200, version, ref, mutations };
  } catch (error) {
    const { code, message, status, details } = toCairnError(error);
    if (status >= 500) deps.report(error);
    const some = Object.keys(details).length > 0;
    return { seq: call.seq, status, code, message, details: some ? details : undefined };
  }
}

/** 401, 408, 425, 429 and 5xx are never stored (WRITE-3): the same call may succeed later. */
function isRetryable({ status }: Verdict): boolean {
  return status >= 500 || [401, 408, 425, 426, 429].includes(status);
}

/** Only verdicts of this request are stored. */
function isKept({ verdict }: StoredVerdict): boolean {
  if (verdict.replayed === true || verdict.settled === true) return false;
  return !isRetryable(verdict) && verdict.code !== 'key_reused';
}

function requireEpoch(session: WriteSession, actor: Actor, sync: SyncDeps | undefined): void {
  if (sync?.epoch === undefined) return;
  const own = [orgStream(actor.orgId), userStream(actor.orgUserId)];
  const asked = sync.stream === undefined ? own : own.filter((id) => id === sync.stream);
  const epochs = asked.flatMap((id) => session.stream(id)?.epoch ?? []);
  if (epochs.includes(sync.epoch)) return;
  throw new CairnError(
    refuse('epoch', /*i18n*/ 'The server was restored from a backup', { epoch: epochs[0] ?? '' }),
  );
}
