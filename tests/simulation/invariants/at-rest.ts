import { isDeepStrictEqual } from 'node:util';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import { entityOf } from '../../../model/entities/registry.ts';
import { compareRanked } from '../../../model/shared/rank.ts';
import { refOfKey } from '../../../sync/core/row-key.ts';
import { withLocalKeys } from '../../../sync/store/database.ts';
import { differenceOf } from './after-commit.ts';
import { isClaimed } from './loaded-ranges.ts';
import { hashesOf } from '../call-hashes.ts';
import type { Fate, Ledger, LedgerEntry, TypedEntry } from '../ledger.ts';
import type { StoreView } from '../store-view.ts';
import type { KeptVerdict, Truth } from '../truth.ts';

/** A device at rest: the network works and nothing is pending. */
export interface Rested {
  readonly name: string;
  readonly orgId: string;
  readonly orgUserId: string;
  /** False: another person is signed in, and `view` is the last state that could be read. */
  readonly isHere: boolean;
  readonly view: StoreView;
  /** Its replaced stores (CLIENT-6). */
  readonly replaced: readonly StoreView[];
  /** Number of evictions by its browser: unsent changes of that time are lost, and the person was notified. */
  readonly evictions: number;
}

/** State of the simulation at rest. */
export interface Rest {
  readonly devices: readonly Rested[];
  readonly truth: Truth;
  readonly ledger: Ledger;
  readonly restores: number;
}

export type RestInvariant = (rest: Rest) => string | undefined;

/** Invariants by their number in the protocol; each returns the violation. */
export const AT_REST: Readonly<Record<string, RestInvariant>> = {
  '1 each key applied at most once': appliedAtMostOnce,
  '2 each mutation ends applied, rejected or still pending': nothingIsLost,
  '3 at rest, view = what the user may see on the server': viewIsTheServer,
  '10 nothing pending = no base copies left': noBaseIsLeft,
  '13 verdicts go only after being acked': verdictsStayUntilAcked,
  '14 after revocation no row of the scope is stored': nothingForbiddenIsStored,
  '15 after a restore the restored server is the truth': nothingOfTheFormerEpoch,
  '17 order by (rank, id) is equal everywhere at rest': orderIsEqual,
  '19 kept digests are those of the rows': digestsAreRight,
  'text the person wrote exists somewhere': everyWordIsFound,
  'text is only replaced by somebody who saw it': noWordIsOverwritten,
};

function digestsAreRight({ truth }: Rest): string | undefined {
  const wrong = truth.wrongDigests();
  return wrong.length === 0 ? undefined : wrong.join('; ');
}

function appliedAtMostOnce({ truth }: Rest): string | undefined {
  const twice = truth.appliedTwice();
  return twice.length === 0 ? undefined : `ran twice: ${twice.join(', ')}`;
}

const NOT_TO_BE_SENT: ReadonlySet<Fate> = new Set(['withdrawn', 'evicted', 'locked']);

function nothingIsLost({ ledger, truth, restores }: Rest): string | undefined {
  for (const entry of ledger.entries()) {
    if (entry.fate === 'pending' || entry.fate === 'rejected') continue;
    if (NOT_TO_BE_SENT.has(entry.fate)) continue;
    // A verdict on another device's call under the same key does not count for this one.
    const isOwn = ({ bodyHash }: KeptVerdict) => hashesOf(entry).includes(bodyHash);
    const verdict = truth.verdictsOf(entry.clientId, entry.seq).findLast(isOwn);
    if (verdict !== undefined && verdict.status < 300) continue;
    // A restored server lacks the verdict, and has the state in which the call changed nothing.
    if (verdict === undefined && entry.fate === 'retired' && entry.unchangedAt !== undefined) {
      continue;
    }
    if (verdict === undefined && entry.isForgotten === true && restores > 0) continue;
    // An edit that continues a text in conflict has become part of that text.
    if (verdict === undefined && entry.item.textAfter !== undefined) continue;
    // A clean merge of two texts replaces the mutation by a new one; its words are checked separately.
    if (verdict?.status === 412) continue;
    return `${nameOf(entry)} is ${entry.fate} on the device; the server says ${String(verdict?.status)}`;
  }
  return undefined;
}

function nameOf(entry: LedgerEntry): string {
  return `${entry.device}'s ${String(entry.seq)} (${entry.item.name})`;
}

function present(devices: readonly Rested[]): readonly Rested[] {
  return devices.filter(({ isHere }) => isHere);
}

function viewIsTheServer({ devices, truth }: Rest): string | undefined {
  for (const { name, view, orgId, orgUserId } of present(devices)) {
    const busy = new Set(view.outbox.flatMap(({ keys }) => keys));
    const visible = truth.visibleTo(orgId, orgUserId);
    for (const [key, row] of visible) {
      const shown = view.rows.get(key);
      if (busy.has(key) || isSame(stored(key, row), shown)) continue;
      if (shown === undefined && !isClaimed(view, key, row)) continue;
      if (shown === undefined) return `${name} lacks ${key}`;
      return `${name} shows ${key} otherwise: ${differenceOf(shown, stored(key, row))}`;
    }
    for (const key of view.rows.keys()) {
      if (!busy.has(key) && !visible.has(key)) return `${name} still shows ${key}`;
    }
  }
  return undefined;
}

/** A field without a value is missing in an encrypted row. */
function isSame(row: RawRow, shown: RawRow | undefined): boolean {
  const fields = (of: RawRow) => Object.entries(of).filter(([, value]) => value !== undefined);
  const [here, there] = [shown, row].map((one) => one && Object.fromEntries(fields(one)));
  return isDeepStrictEqual(here, there);
}

function stored(key: string, row: RawRow): RawRow {
  return withLocalKeys(entityOf(refOfKey(key).table), row);
}

function noBaseIsLeft({ devices }: Rest): string | undefined {
  for (const { name, view } of present(devices)) {
    const busy = new Set(view.outbox.flatMap(({ keys }) => keys));
    const left = [...view.base.keys()].filter((key) => !busy.has(key));
    if (left.length > 0) return `${name} keeps the base of ${left.join(', ')}`;
  }
  return undefined;
}

function verdictsStayUntilAcked({ truth }: Rest): string | undefined {
  const early = truth.droppedEarly();
  return early.length === 0 ? undefined : `forgotten before they were acked: ${early.join(', ')}`;
}

function nothingForbiddenIsStored({ devices, truth }: Rest): string | undefined {
  for (const { name, view, orgId, orgUserId } of present(devices)) {
    const scopes = truth.scopesOf(orgId, orgUserId);
    const stored = [
      ...view.rows.values(),
      ...[...view.base.values()].flatMap(({ row }) => row ?? []),
    ];
    const forbidden = stored.find((row) => row.v > 0 && !scopes.has(row.scope));
    if (forbidden !== undefined) return `${name} keeps ${forbidden.id} of ${forbidden.scope}`;
  }
  return undefined;
}

function nothingOfTheFormerEpoch({ devices, truth, restores }: Rest): string | undefined {
  if (restores === 0) return undefined;
  const streams = truth.streams();
  for (const { name, view } of present(devices)) {
    for (const [stream, state] of view.streams) {
      const now = streams.get(stream);
      if (now === undefined) continue;
      if (state.epoch !== now.epoch || state.cursor !== now.head) {
        return `${name} follows ${stream} at ${String(state.cursor)} of ${String(state.epoch)}; the server is at ${String(now.head)} of ${now.epoch}`;
      }
    }
  }
  return undefined;
}

const LONGEST_RANK = 200;

function orderIsEqual({ devices, truth }: Rest): string | undefined {
  for (const { name, view, orgId, orgUserId } of present(devices)) {
    if (view.outbox.length > 0) continue;
    const visible = [...truth.visibleTo(orgId, orgUserId)];
    const claimed = visible.filter(([key, row]) => view.rows.has(key) || isClaimed(view, key, row));
    const here = orderOf(view.rows.values());
    const there = orderOf(claimed.map(([, row]) => row));
    if (here !== there) return `${name} shows another order`;
    if (here.split(' ').some((rank) => rank.length > LONGEST_RANK))
      return `${name} has a rank that is too long`;
  }
  return undefined;
}

function orderOf(rows: Iterable<RawRow>): string {
  const ranked = Array.from(rows).flatMap(({ id, rank }) =>
    typeof rank === 'string' ? [{ id, rank }] : [],
  );
  return ranked
    .toSorted(compareRanked)
    .map(({ rank, id }) => `${rank} ${id}`)
    .join(' ');
}

function everyWordIsFound(rest: Rest): string | undefined {
  const server = rest.truth.everythingWritten();
  const devices = rest.devices.map(unsentText).join('\n');
  for (const typed of rest.ledger.typed) {
    if (typed.longText === undefined || !isExpected(rest, typed)) continue;
    if (rest.truth.wasDeleted(typed.table, typed.id)) continue;
    if (server.includes(typed.token) || devices.includes(typed.token)) continue;
    return `"${typed.token}" of ${typed.device}, written into ${typed.table}/${typed.id}, is nowhere`;
  }
  return undefined;
}

/** True for words that were accepted, not discarded by a decision, and not evicted by their browser. */
function isExpected({ devices, ledger, restores }: Rest, typed: TypedEntry): boolean {
  for (const { item, fate, isForgotten = false } of ledger.entries()) {
    // A note that was created and deleted before anything was sent never reached the server (MUT-5).
    const isUnmade = fate === 'withdrawn' && item.name === 'note-create';
    const isOutOfReach = fate === 'locked' || (isForgotten && restores > 0);
    const isGone = isUnmade || (isOutOfReach && JSON.stringify(item.args).includes(typed.token));
    if (isGone && item.keys.includes(`${typed.table}/${typed.id}`)) return false;
  }
  const device = devices.find(({ name }) => name === typed.device);
  return !typed.refused && !typed.discarded && device?.evictions === typed.generation;
}

/** Texts of the outbox and of rejected mutations: not on the server, and available to the person. */
function unsentText({ view, replaced }: Rested): string {
  return JSON.stringify(
    [view, ...replaced].map(({ outbox, rejected }) => [
      outbox.map(({ args }) => args),
      rejected.map(({ item, conflict }) => [item.args, conflict]),
    ]),
  );
}

/** Nobody in the simulation removes words from a text: each word stays unless its text was deleted. */
function noWordIsOverwritten(rest: Rest): string | undefined {
  const devices = rest.devices.map(unsentText).join('\n');
  for (const typed of rest.ledger.typed) {
    const { longText, token, table, id } = typed;
    if (longText === undefined || !isExpected(rest, typed)) continue;
    const entity = entityOf(table);
    const orgId = rest.devices.find(({ name }) => name === typed.device)?.orgId ?? '';
    const row = entity && rest.truth.rows(entity, orgId).find((one) => one.id === id);
    if (row === undefined || row['deleted'] === true) continue;
    if (String(row[longText]).includes(token) || devices.includes(token)) continue;
    return `"${token}" of ${typed.device} was overwritten in ${table}/${id} by somebody who had not seen it`;
  }
  return undefined;
}
