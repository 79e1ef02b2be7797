import { isDeepStrictEqual } from 'node:util';
import type { RawRow } from '../../../model/entities/define-entity.ts';
import { entityOf } from '../../../model/entities/registry.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { projectOfScope } from '../../../model/entities/scopes.ts';
import { applyRow } from '../../../model/mutations/apply-row.ts';
import { isContained } from '../../../sync/core/dependencies.ts';
import type { OutboxItem } from '../../../sync/core/ports/outbox.ts';
import { refOfKey } from '../../../sync/core/row-key.ts';
import { isWhole, scopeState } from '../../../sync/core/scope-state.ts';
import { withLocalKeys } from '../../../sync/store/database.ts';
import type { LedgerEntry } from '../ledger.ts';
import type { StoreView } from '../store-view.ts';
import type { Truth } from '../truth.ts';
import { isReleased, rangesAreComplete } from './loaded-ranges.ts';
import { reportsOnlyWhatIsHere, seesOnlyWhatIsHere } from './receipts.ts';

/** Input of the invariants after each commit on a device's disk: the state before and after it. */
export interface Commit {
  readonly before: StoreView;
  readonly after: StoreView;
  readonly orgId: string;
  readonly orgUserId: string;
  /** People sign out and in on the device. */
  readonly isShared: boolean;
  /** The server has gone back within an epoch. */
  readonly hasGoneBack: boolean;
  /** Undefined while the server is down. */
  readonly truth: Truth | undefined;
  readonly entry: (clientId: string, seq: number) => LedgerEntry | undefined;
}

export type CommitInvariant = (commit: Commit) => string | undefined;

/** Invariants by their number in the protocol; each returns the violation. */
export const AFTER_COMMIT: Readonly<Record<string, CommitInvariant>> = {
  '4 a view never goes back to an older server value than it showed': viewNeverGoesBack,
  '5 no visible row vanishes while it exists': noVisibleRowVanishes,
  '6 since never decreases within an epoch': cursorNeverDecreases,
  '8 base.v never decreases': baseNeverDecreases,
  '9 refolding gives the stored view': rebasingGivesTheView,
  '12 a rejected group holds all dependents, text intact': rejectedGroupIsWhole,
  'RECEIPT-1 a device reports nothing that it lacks': reportsOnlyWhatIsHere,
  'RECEIPT-4 nothing is seen that is not on the device': seesOnlyWhatIsHere,
  'WIN-5 no number is said to be here before its row is': rangesAreComplete,
};

/**
 * The view keeps the person's changes: a mutation leaves the outbox only when its row has reached its version, or as
 * rejected.
 */
function viewNeverGoesBack(commit: Commit): string | undefined {
  const { before, after, truth } = commit;
  if (truth === undefined || before.clientId !== after.clientId) return undefined;
  const left = new Set(after.outbox.map(({ seq }) => seq));
  for (const { seq } of after.rejected) left.add(seq);
  for (const item of before.outbox) {
    if (left.has(item.seq) || !isCurrent(after, item.stream, commit)) continue;
    const version = versionOf(item, after.clientId, truth);
    if (version === undefined) continue;
    for (const key of item.keys) {
      const row = after.rows.get(key);
      const known = serverVersion(after, key);
      if (row === undefined || known === undefined || known >= version) continue;
      // A write without effect returns the head as its version, which is no version of the row.
      const wrote = truth.wrote(item.stream, version, key);
      if (wrote === undefined) continue;
      // The row was removed, and the device knows that: the view shows a pending create of the person's own.
      if (wrote === 'removal' && after.base.get(key)?.row === null) continue;
      return `${key} is at ${String(known)}, but the person's own change ${String(item.seq)} at ${String(version)} is no longer applied`;
    }
  }
  return undefined;
}

function versionOf(
  item: OutboxItem,
  clientId: string | undefined,
  truth: Truth,
): number | undefined {
  if (typeof item.v === 'number') return item.v;
  const verdict = truth.verdictsOf(clientId ?? '', item.seq).at(-1);
  return verdict !== undefined && verdict.status < 300 ? (verdict.version ?? undefined) : undefined;
}

/**
 * True when the device follows the server's present epoch. After a rollback within it, a page that was in transit can put
 * the device's cursor past the head; nothing can be compared until the head has reached it.
 */
function isCurrent(view: StoreView, stream: string, commit: Commit): boolean {
  const state = view.streams.get(stream);
  const known = commit.truth?.streams().get(stream);
  return (
    state !== undefined &&
    known !== undefined &&
    state.download === undefined &&
    state.epoch === known.epoch &&
    (state.cursor <= known.head || !commit.hasGoneBack)
  );
}

function serverVersion(view: StoreView, key: string): number | undefined {
  return view.base.get(key)?.v ?? view.rows.get(key)?.v;
}

/**
 * A row is removed only because of a write after the device's state. Checked where the server still shows the row and
 * no write since the device's cursor decides about it.
 */
function noVisibleRowVanishes(commit: Commit): string | undefined {
  const { before, after, truth } = commit;
  if (truth === undefined || before.rows === after.rows) return undefined;
  const gone = [...before.rows].filter(([key, row]) => row.v > 0 && !after.rows.has(key));
  if (gone.length === 0) return undefined;
  const visible = truth.visibleTo(commit.orgId, commit.orgUserId);
  for (const [key] of gone) {
    const row = visible.get(key);
    if (row === undefined || isDeletedHere(before, after, key)) continue;
    if (isReleased(before, after, key, row)) continue;
    const stream = streamOfRow(commit, key);
    const cursor = before.streams.get(stream)?.cursor ?? 0;
    if (!isCurrent(before, stream, commit) || !isCurrent(after, stream, commit)) continue;
    const isNewest = wasNewest(commit, key, stream, row);
    if (!isNewest && Math.max(row.v, lastDecision(visible, row, commit.orgUserId)) > cursor) {
      continue;
    }
    return `${key} (v ${String(row.v)}) went from the device at ${String(cursor)}, and the server shows it`;
  }
  return undefined;
}

/** True when the device had the server's present row, and its scope was complete before and after. */
function wasNewest({ before, after }: Commit, key: string, stream: string, row: RawRow): boolean {
  return (
    serverVersion(before, key) === row.v &&
    [before, after].every((view) =>
      isWhole(scopeState(view.streams.get(stream)?.scopes ?? {}, row.scope)),
    )
  );
}

/** True when a pending mutation of the person hides the row. */
function isDeletedHere(before: StoreView, after: StoreView, key: string): boolean {
  return [...before.outbox, ...after.outbox].some((item) => item.keys.includes(key));
}

function streamOfRow({ orgId, orgUserId }: Commit, key: string): string {
  const own = entityOf(refOfKey(key).table)?.stream === 'user';
  return own ? `user:${orgUserId}` : `org:${orgId}`;
}

/** Newest version at which the person may have gained or lost the right to read the row. */
function lastDecision(
  visible: ReadonlyMap<string, RawRow>,
  row: RawRow,
  orgUserId: string,
): number {
  const project = projectOfScope(row.scope);
  const directory = [...visible].filter(([key]) => /^(org_users|roles|role_levels)\//.test(key));
  const memberships = [...visible].filter(([key]) =>
    project === undefined
      ? key.startsWith('team_members/') || key.startsWith('projects/')
      : key === `team_members/${memberId(project, orgUserId)}`,
  );
  return Math.max(0, ...[...directory, ...memberships].map(([, { v }]) => v));
}

function cursorNeverDecreases({ before, after }: Commit): string | undefined {
  for (const [stream, state] of after.streams) {
    const earlier = before.streams.get(stream);
    if (earlier === undefined || earlier.epoch !== state.epoch) continue;
    if (earlier.download !== undefined || state.download !== undefined) continue;
    if (state.cursor >= earlier.cursor) continue;
    return `${stream} went from ${String(earlier.cursor)} to ${String(state.cursor)}`;
  }
  return undefined;
}

function baseNeverDecreases(commit: Commit): string | undefined {
  const { before, after } = commit;
  for (const [key, row] of after.rows) {
    if (before.rows.get(key) === row && before.base.get(key) === after.base.get(key)) continue;
    const stream = streamOfRow(commit, key);
    const state = after.streams.get(stream);
    const earlier = before.streams.get(stream);
    if (state === undefined || earlier === undefined || state.epoch !== earlier.epoch) continue;
    if (state.download !== undefined || earlier.download !== undefined) continue;
    const was = before.rows.has(key) ? serverVersion(before, key) : undefined;
    const is = serverVersion(after, key);
    if (was === undefined || is === undefined || is >= was) continue;
    // Deleted by the server and created again by the person, in two commits that only one view shows.
    if (state.cursor > earlier.cursor && isCreatedBetween(commit, key)) continue;
    return `${key} went from ${String(was)} to ${String(is)}`;
  }
  return undefined;
}

function isCreatedBetween({ before, after }: Commit, key: string): boolean {
  const earlier = new Set(before.outbox.map(({ seq }) => seq));
  return after.outbox.some(({ seq, creates }) => !earlier.has(seq) && creates.includes(key));
}

function rebasingGivesTheView({ after, isShared }: Commit): string | undefined {
  for (const [key, base] of after.base) {
    const ref = refOfKey(key);
    const pending = after.outbox
      .filter((item) => item.keys.includes(key) && !isContained(item, base))
      .toSorted((left, right) => left.seq - right.seq);
    const rebased = applyRow(ref, base.row ?? undefined, pending);
    const view = after.rows.get(key);
    const expected = rebased && withLocalKeys(entityOf(ref.table), rebased);
    const isMissing = (expected === undefined) !== (view === undefined);
    // A field without a value is lost where a row was encrypted as JSON, and nobody sees a difference.
    if (isMissing || differenceOf(view ?? {}, expected ?? {}) !== '') {
      const waiting = pending.map(({ seq, name, state }) => `${String(seq)} ${name} ${state}`);
      return `${key} (base ${String(base.v)}, pending ${waiting.join(', ')}): ${differenceOf(view, expected)}`;
    }
  }
  for (const item of after.outbox) {
    // Of a person who was signed out only their unsent work was kept: other rows come with the download, unless they
    // may not be read any more (CLIENT-9.4).
    const bare = item.keys.find(
      (key) => !after.base.has(key) && !(isShared && !after.rows.has(key)),
    );
    if (bare !== undefined) return `${bare} has a pending mutation and no base`;
  }
  return undefined;
}

function rejectedGroupIsWhole(commit: Commit): string | undefined {
  const { before, after } = commit;
  const known = new Set(before.rejected.map(({ seq }) => seq));
  for (const rejected of after.rejected) {
    if (known.has(rejected.seq)) continue;
    const entry = commit.entry(after.clientId ?? '', rejected.seq);
    // A text in conflict contains the later edits of the person; their words are checked separately.
    const isWhole = rejected.conflict !== undefined || entry === undefined;
    if (!isWhole && !isDeepStrictEqual(entry.item.args, rejected.item.args)) {
      return `the tray's ${String(rejected.seq)} is not what the person wrote`;
    }
    const maker = after.rejected.find(
      (other) => other.seq !== rejected.seq && hangsOn(rejected.item, other.item),
    );
    if (maker !== undefined && !sameGroup(after, maker.seq, rejected.seq)) {
      return `${String(rejected.seq)} (${rejected.item.name}) is in the tray apart from ${String(maker.seq)}, which made its row`;
    }
    const orphan = after.outbox.find((item) => hangsOn(item, rejected.item));
    if (orphan !== undefined) {
      return `${String(orphan.seq)} (${orphan.name}) stayed although ${String(rejected.seq)}, which made its row, was refused`;
    }
  }
  return undefined;
}

/** True when one group contains the other, directly or by way of a third. */
function sameGroup({ rejected }: StoreView, left: number, right: number): boolean {
  const groupOf = (seq: number) => rejected.find((one) => one.seq === seq)?.group;
  return groupOf(left) === groupOf(right);
}

/** True when the mutation needs a row that the other one created. An acked mutation depends on nothing. */
function hangsOn(item: OutboxItem, made: OutboxItem): boolean {
  if (item.seq < made.seq || item.state === 'acked') return false;
  return [...item.keys, ...item.parents].some((key) => made.creates.includes(key));
}

/** Names of the fields in which two rows differ. */
export function differenceOf(
  stored: Readonly<Record<string, unknown>> | undefined,
  expected: Readonly<Record<string, unknown>> | undefined,
): string {
  if (stored === undefined) return 'it is not there';
  if (expected === undefined) return 'it should not be there';
  const names = new Set([...Object.keys(stored), ...Object.keys(expected)]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(stored[name], expected[name]))
    .map(
      (name) => `${name} is ${JSON.stringify(stored[name])}, not ${JSON.stringify(expected[name])}`,
    )
    .join('; ');
}
