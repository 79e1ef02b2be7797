import { contentShape } from '../../model/entities/row-digest.ts';
import type { Check } from '../../model/protocol/messages.ts';
import { ATTEMPT_EVERY, compareDetails, MOST_ATTEMPTS, reasonOf } from './compare-details.ts';
import { authed, type EngineContext } from './context.ts';
import { enterEpoch } from './epoch.ts';
import { freshCheck } from './fresh-check.ts';
import { leftOverScopes } from './left-over.ts';
import { expected, partOf } from './outlines.ts';
import { NONE, repairScope } from './repair-scope.ts';
import { completeState, isSameTally, type Place, rowsHere } from './rows-here.ts';
import type {
  ComparedStream,
  IdenticalScope,
  LeftScope,
  NotCompared,
  Repair,
} from '../core/ports/comparison.ts';
import type { StreamState } from '../core/ports/streams.ts';
import type { Reply } from '../core/ports/transport.ts';
import { scopesThat } from '../core/scope-state.ts';

export interface CompareOptions {
  /** True: scopes that were identical are compared again, all of them. */
  readonly everything?: boolean;
  /** True: at most a few hundred bytes are sent, and nothing is repaired. */
  readonly isMetered?: boolean;
}

/** Result of a run for one stream. */
export interface StreamCompared {
  /** The new record; undefined when nothing was compared. */
  readonly compared: ComparedStream | undefined;
  readonly failure: NotCompared | undefined;
  readonly repairs: readonly Repair[];
}

/** Rows after which a run leaves the rest to the next one. */
const MOST_ROWS = 20_000;
/** Up to this number of scopes are asked for one by one beside those that have changed. */
const FEW = 4;
/** Milliseconds after which the rows of a scope that has not changed are read again, and after which a scope that differs is repaired again. */
const READ_AGAIN = 7 * 86_400_000;
const REPAIR_AGAIN = 86_400_000;
/** Rows of unchanged scopes that one run reads again. */
const ROWS_AGAIN = 5_000;

/**
 * PULL-9: compares the rows of every complete scope with the server's digests, and repairs those that differ. Scopes
 * that were identical and have not changed since are neither asked about nor read.
 */
export async function compareStream(
  context: EngineContext,
  stream: string,
  known: ComparedStream | undefined,
  options: CompareOptions,
): Promise<StreamCompared> {
  const state = await context.ports.store.read([], (tx) => tx.stream(stream));
  if (state === undefined || state.epoch === null || state.download !== undefined) {
    return nothing('arriving');
  }
  if (state.suspect) return nothing('behind');
  const before = validPart(state, known, {
    now: context.ports.clock.now(),
    everything: options.everything === true,
  });
  const asked = await ask(context, { state, before, isMetered: options.isMetered === true });
  if (typeof asked === 'string') return nothing(asked);
  const run: Run = {
    state,
    options,
    known,
    check: asked.check,
    identical: new Map(Object.entries(before.identical)),
    left: new Map(Object.entries(before.left)),
    repairs: [],
    rows: 0,
  };
  for (const [scope, checked] of asked.scopes) {
    run.identical.delete(scope);
    run.left.delete(scope);
    await compareListed(context, run, { scope, checked });
  }
  if (options.isMetered !== true) {
    for (const scope of await leftOverScopes(context, stream)) {
      if (scope.removed > 0)
        addRepair(context, run, scope.scope, { ...NONE, extra: scope.removed });
    }
  }
  return { compared: recordOf(run), failure: undefined, repairs: run.repairs };
}

function nothing(failure: NotCompared): StreamCompared {
  return { compared: undefined, failure, repairs: [] };
}

interface Run {
  readonly state: StreamState;
  readonly options: CompareOptions;
  /** The record of earlier runs. */
  readonly known: ComparedStream | undefined;
  /** The first response of this run. */
  readonly check: Check;
  readonly identical: Map<string, IdenticalScope>;
  readonly left: Map<string, LeftScope>;
  readonly repairs: Repair[];
  /** Rows that this run has read. */
  rows: number;
}

function recordOf({ check, identical, left }: Run): ComparedStream {
  return {
    epoch: check.epoch,
    since: check.head,
    identical: Object.fromEntries(identical),
    left: Object.fromEntries(left),
  };
}

type ListedScope = Check['scopes'][number];

/** The record without what has to be compared anyway: rows downloaded since, and some that were read long ago. */
function validPart(
  state: StreamState,
  known: ComparedStream | undefined,
  { now, everything }: { readonly now: number; readonly everything: boolean },
): ComparedStream {
  const none = { epoch: state.epoch ?? '', since: 0, identical: {}, left: {} };
  if (known === undefined || known.epoch !== state.epoch || everything) return none;
  const isOld = (at: number, age: number) => Math.abs(now - at) > age;
  const oldest = Object.entries(known.identical)
    .filter(([, { at }]) => isOld(at, READ_AGAIN))
    .toSorted(([, one], [, other]) => one.at - other.at);
  const again = new Set<string>();
  let rows = 0;
  for (const [scope, one] of oldest) {
    if (rows >= ROWS_AGAIN) break;
    rows += one.rows;
    again.add(scope);
  }
  const isValid = ([scope, one]: [string, IdenticalScope]) =>
    !again.has(scope) &&
    completeState(state, scope)?.readAt === one.readAt &&
    partOf(state, scope) === one.rowsOf;
  return {
    ...none,
    since: known.since,
    identical: Object.fromEntries(Object.entries(known.identical).filter(isValid)),
    // Another attempt would download the scope again.
    left: Object.fromEntries(
      Object.entries(known.left).filter(
        ([, { reason, at }]) => reason === 'differs' && !isOld(at, REPAIR_AGAIN),
      ),
    ),
  };
}

interface Asked {
  /** Response about what has changed since the last run, or about all scopes. */
  readonly check: Check;
  /** Scopes to compare; undefined: the server does not list it. */
  readonly scopes: ReadonlyMap<string, ListedScope | undefined>;
}

interface Question {
  readonly state: StreamState;
  readonly before: ComparedStream;
  readonly isMetered: boolean;
}

/** Asks for what has changed since the last run and for the few scopes without a record, or for all scopes. */
async function ask(
  context: EngineContext,
  { state, before, isMetered }: Question,
): Promise<Asked | NotCompared> {
  const { stream } = state;
  const complete = scopesThat(state.scopes, ({ kind }) => kind === 'complete');
  const due = complete.filter(
    (scope) => before.identical[scope] === undefined && before.left[scope] === undefined,
  );
  const isFirst = Object.keys(before.identical).length === 0;
  if (isMetered && isFirst) return 'metered';
  const isPart = !isFirst && (isMetered || due.length <= FEW);
  const reply = await checkOf(
    context,
    state,
    isPart ? { stream, since: before.since } : { stream },
  );
  if (typeof reply === 'string') return reply;
  const scopes = new Map<string, ListedScope | undefined>();
  for (const one of reply.scopes) {
    if (isPart || before.identical[one.scope] === undefined || isChanged(one, before)) {
      scopes.set(one.scope, one);
    }
  }
  if (!isPart) for (const scope of due) scopes.set(scope, scopes.get(scope));
  const rest = isPart && !isMetered ? due.filter((scope) => !scopes.has(scope)) : [];
  for (const scope of rest) {
    const one = await checkOf(context, state, { stream, scope });
    if (typeof one === 'string') return one;
    scopes.set(scope, one.scopes[0]);
  }
  return { check: reply, scopes };
}

function isChanged({ v }: ListedScope, { since }: ComparedStream): boolean {
  return v === undefined || v > since;
}

async function checkOf(
  context: EngineContext,
  state: StreamState,
  query: { readonly stream: string; readonly scope?: string; readonly since?: number },
): Promise<Check | NotCompared> {
  const reply: Reply<Check> = await authed(context, () => context.ports.transport.check(query));
  if (!reply.ok) return reasonOf(reply.failure);
  const { epoch, head, shape } = reply.value;
  if (epoch !== state.epoch) return 'behind';
  if (head < state.cursor) {
    // PULL-4.2: the server has lost the write that this device has.
    await enterEpoch(context, state.stream);
    return 'behind';
  }
  return shape === contentShape() ? reply.value : 'build';
}

interface Listed {
  readonly scope: string;
  readonly checked: ListedScope | undefined;
}

async function compareListed(context: EngineContext, run: Run, listed: Listed): Promise<void> {
  const { scope } = listed;
  const at = context.ports.clock.now();
  const settled = await settle(context, run, listed);
  if (typeof settled === 'string') run.left.set(scope, { reason: settled, at });
  else run.identical.set(scope, settled);
}

/** Compares a scope, repairs it where it differs, and compares it again; then its details, if it is hot. */
async function settle(
  context: EngineContext,
  run: Run,
  listed: Listed,
): Promise<IdenticalScope | NotCompared> {
  const { everything = false, isMetered = false } = run.options;
  if (run.rows >= MOST_ROWS && !everything) return 'later';
  const first = await compareScope(context, run, listed);
  if (typeof first === 'string') return first;
  if (first.kind === 'identical') return withDetails(context, run, first);
  if (isMetered) return 'metered';
  const { scope } = listed;
  const place = { stream: run.state.stream, scope, count: first.count };
  const { reason, found } = await repairScope(context, place);
  addRepair(context, run, scope, found);
  const after = reason ?? (await compareScope(context, run, listed));
  if (typeof after === 'string') return after;
  return after.kind === 'identical' ? withDetails(context, run, after) : 'differs';
}

/** PULL-9.6: the same scope with its details, where the device has those of all but cold tasks. */
async function withDetails(
  context: EngineContext,
  run: Run,
  { scope, checked }: Extract<ScopeCompared, { kind: 'identical' }>,
): Promise<IdenticalScope | NotCompared> {
  const { stream, hot } = run.state;
  if (hot?.[checked.scope] === undefined) return scope;
  const { everything = false, isMetered = false } = run.options;
  const known = everything ? undefined : run.known?.identical[checked.scope]?.details;
  const compared = { stream, scope: checked.scope, checked, known, isMetered };
  const { result, found } = await compareDetails(context, compared);
  addRepair(context, run, checked.scope, found);
  if (typeof result === 'string') return result;
  run.rows += result.rows;
  return { ...scope, rows: scope.rows + result.rows, ...result.details };
}

function addRepair(
  context: EngineContext,
  run: Run,
  scope: string,
  found: Omit<Repair, 'scope' | 'at'>,
): void {
  if (found.missing + found.extra + found.old + found.damaged === 0) return;
  run.repairs.push({ ...found, scope, at: context.ports.clock.now() });
}

type ScopeCompared =
  | {
      readonly kind: 'identical';
      readonly scope: IdenticalScope;
      /** The server's digests, of which those of the scope are equal. */
      readonly checked: ListedScope;
    }
  /** `count`: number of rows by the server. */
  | { readonly kind: 'differs'; readonly count: number };

/**
 * Equal digests are equal rows at any version. Unequal ones are a difference only when both sides are at the same
 * version, by a digest that the server has computed from its rows (PULL-8.2).
 */
async function compareScope(
  context: EngineContext,
  run: Run,
  { scope, checked: first }: Listed,
): Promise<ScopeCompared | NotCompared> {
  const { clock, timers } = context.ports;
  const place: Place = { stream: run.state.stream, scope };
  let checked = first;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const here = await rowsHere(context, place);
    if (here.kind === 'left') {
      if (here.reason !== 'behind') return here.reason;
    } else {
      const { state, tally } = here;
      run.rows += tally.count;
      const identical = (by: ListedScope): ScopeCompared => ({
        kind: 'identical',
        checked: by,
        scope: {
          rows: tally.count,
          at: clock.now(),
          readAt: completeState(state, scope)?.readAt ?? 0,
          rowsOf: partOf(state, scope),
        },
      });
      if (checked !== undefined && isSameTally(tally, expected(state, checked))) {
        return identical(checked);
      }
      const fresh = await freshCheck(context, { ...place, kept: run.check });
      if (!fresh.ok) return reasonOf(fresh.failure);
      const { epoch, head, scopes } = fresh.value;
      checked = scopes.find((one) => one.scope === scope);
      // Not listed: the scope was revoked, which the next pull reports.
      if (epoch !== state.epoch || checked === undefined) return 'behind';
      const there = expected(state, checked);
      if (isSameTally(tally, there)) return identical(checked);
      if (head === state.cursor) return { kind: 'differs', count: there.count };
    }
    await new Promise<void>((resolve) => timers.after(ATTEMPT_EVERY, resolve));
  }
  return 'behind';
}
