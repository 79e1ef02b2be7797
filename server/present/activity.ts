import { edgeId } from './edge-id.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import type { Reads } from './reads.ts';

import { ACTIVITY_KINDS, type ActivityKind } from '../../model/shared/activity-kinds.ts';
import { decodeRow } from '../store/rows.ts';
import { marks, numberOf, quoted, type SqlRow, type SqlValue, textOf } from '../store/sql.ts';

const SHOWN: readonly string[] = Object.values(ACTIVITY_KINDS).flat();
/** Fields that the server sets by itself or that mean nothing to a person. */
const HIDDEN_FIELDS: readonly string[] = ['mail', 'sent_at', 'expires_at', 'rank', 'user'];
/** Writes per page: one write is one version. */
const PAGE = 50;
/** Entries of one write at most; a moved task may have hundreds of comments. */
const ENTRIES_A_WRITE = 50;

export interface ActivityFilters {
  /** Only writes older than this version. */
  readonly before?: number | undefined;
  readonly kind?: ActivityKind | undefined;
  readonly organization_user?: string | undefined;
  readonly row?: string | undefined;
  /** Instants, ISO, by the server's clock. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One row that one write changed. */
export interface ActivityEntry {
  readonly version: number;
  /** Instants, ISO: by the server's clock, and by the device's. */
  readonly at: string;
  readonly claimed_at: string | null;
  readonly by: { readonly id: number | string; readonly display_name: string };
  readonly table: string;
  readonly row: string;
  /** Present name of the row, or its last one when it was removed. */
  readonly name: string;
  readonly action: 'created' | 'changed' | 'removed';
  readonly changes: readonly Change[];
}

interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A page of the organisation's activity log; `next` is the cursor of the following page, null at the end. */
export async function readActivity(
  reads: Reads,
  filters: ActivityFilters,
): Promise<{ readonly entries: readonly ActivityEntry[]; readonly next: number | null }> {
  const { text, values } = conditions(reads, filters);
  const versions = await reads.store.all(
    `select distinct v from activity where ${text} order by v desc limit ?`,
    [...values, PAGE + 1],
  );
  const page = versions.slice(0, PAGE).map((row) => numberOf(row, 'v'));
  const [newest, oldest] = [page[0], page.at(-1)];
  if (newest === undefined || oldest === undefined) return { entries: [], next: null };
  const rows = await reads.store.all(
    `select * from activity where ${text} and v <= ? and v >= ? order by v desc, tbl, row_id, field`,
    [...values, newest, oldest],
  );
  const grouped = [...Map.groupBy(rows, keyOf).values()];
  const names = await readNames(
    reads,
    grouped.flatMap((group) => group.slice(0, 1)),
  );
  const people = await readPeople(reads, rows);
  const deleted = await readDeleted(reads, rows);
  const entries = grouped
    .flatMap((group) => entryOf(group, names, people))
    .map((entry) => (deleted.has(`${entry.table}|${entry.row}`) ? withoutText(entry) : entry));
  const byVersion = [...Map.groupBy(entries, ({ version }) => version).values()];
  return {
    entries: byVersion.flatMap((write) => write.slice(0, ENTRIES_A_WRITE)),
    next: versions.length > PAGE ? oldest : null,
  };
}

/** Tenant isolation first: the stream of the actor's organisation, never a personal stream. */
function conditions({ actor }: Reads, filters: ActivityFilters) {
  const tables = filters.kind === undefined ? SHOWN : ACTIVITY_KINDS[filters.kind];
  const parts: [string, readonly SqlValue[]][] = [
    ['org_id = ? and stream = ?', [actor.orgId, orgStream(actor.orgId)]],
    [`tbl in (${marks(tables.length)})`, tables],
    [`field not in (${marks(HIDDEN_FIELDS.length)})`, HIDDEN_FIELDS],
  ];
  if (filters.before !== undefined) parts.push(['v < ?', [filters.before]]);
  if (filters.organization_user !== undefined) {
    parts.push(['org_user = ?', [filters.organization_user]]);
  }
  if (filters.row !== undefined) parts.push(['row_id = ?', [filters.row]]);
  if (filters.from !== undefined) parts.push(['at >= ?', [Date.parse(filters.from)]]);
  if (filters.to !== undefined) parts.push(['at < ?', [Date.parse(filters.to)]]);
  return {
    text: parts.map(([condition]) => condition).join(' and '),
    values: parts.flatMap(([, some]) => [...some]),
  };
}

/** Old rows may contain a device time that is invalid. */
function isTime(claimed: unknown): claimed is number {
  return typeof claimed === 'number' && Number.isFinite(new Date(claimed).getTime());
}

function keyOf(row: SqlRow): string {
  return `${numberOf(row, 'v')}|${textOf(row, 'tbl')}|${textOf(row, 'row_id')}`;
}

function entryOf(
  group: readonly SqlRow[],
  names: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, string>,
): readonly ActivityEntry[] {
  const [first] = group;
  if (first === undefined) return [];
  const table = textOf(first, 'tbl');
  const row = textOf(first, 'row_id');
  const by = textOf(first, 'org_user');
  const claimed = first['claimed_at'];
  const changes = withoutAside(
    group.map((one) => ({
      field: textOf(one, 'field'),
      before: parsed(one['old']),
      after: parsed(one['new']),
    })),
  );
  const whole = changes.find(({ field }) => field === '' || field === '*');
  return [
    {
      version: numberOf(first, 'v'),
      at: new Date(numberOf(first, 'at')).toISOString(),
      claimed_at: isTime(claimed) ? new Date(claimed).toISOString() : null,
      by: { id: edgeId(by), display_name: people.get(by) ?? '' },
      table,
      row,
      name: names.get(`${table}|${row}`) ?? nameOf(whole?.before ?? whole?.after) ?? '',
      action: whole === undefined ? 'changed' : whole.field === '' ? 'created' : 'removed',
      changes,
    },
  ];
}

/** Ticks of former assignees are stored aside, or removed when the person is assigned again: that is no action of a person. */
function withoutAside(changes: readonly Change[]): readonly Change[] {
  const isAssigned = changes.some(
    ({ field }) => field === 'assigned_to' || field === 'assigned_users',
  );
  return isAssigned ? changes.filter(({ field }) => field !== 'ticks') : changes;
}

/** Present names of the rows, or their last ones when they were removed; a query or two for each table. */
async function readNames(
  reads: Reads,
  rows: readonly SqlRow[],
): Promise<ReadonlyMap<string, string>> {
  const { actor, store } = reads;
  const names = new Map<string, string>();
  for (const [table, some] of Map.groupBy(rows, (row) => textOf(row, 'tbl'))) {
    const entity = entityOf(table);
    if (entity === undefined) continue;
    const ids = [...new Set(some.map((row) => textOf(row, 'row_id')))];
    const found = await store.all(
      `select * from ${quoted(table)} where org_id = ? and id in (${marks(ids.length)})`,
      [actor.orgId, ...ids],
    );
    for (const row of found) {
      const name = nameOf(decodeRow(entity, row));
      if (name !== undefined) names.set(`${table}|${textOf(row, 'id')}`, name);
    }
    const there = new Set(found.map((row) => textOf(row, 'id')));
    const gone = ids.filter((id) => !there.has(id));
    for (const row of await readRemoved(reads, table, gone)) {
      const name = nameOf(parsed(row['old']));
      if (name !== undefined) names.set(`${table}|${textOf(row, 'row_id')}`, name);
    }
  }
  return names;
}

/** The removals of rows, oldest first, each with the last state of the row. */
async function readRemoved(
  { actor, store }: Reads,
  table: string,
  ids: readonly string[],
): Promise<readonly SqlRow[]> {
  if (ids.length === 0) return [];
  return store.all(
    `select row_id, old from activity where org_id = ? and stream = ? and tbl = ? and row_id in (${marks(ids.length)}) and field = '*' order by v`,
    [actor.orgId, orgStream(actor.orgId), table, ...ids],
  );
}

/** Rows marked as deleted: `table|id`. */
async function readDeleted(
  { actor, store }: Reads,
  rows: readonly SqlRow[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [table, some] of Map.groupBy(rows, (row) => textOf(row, 'tbl'))) {
    if (entityOf(table)?.columns['deleted'] === undefined) continue;
    const ids = [...new Set(some.map((row) => textOf(row, 'row_id')))];
    const marked = await store.all(
      `select id from ${quoted(table)} where org_id = ? and deleted = 1 and id in (${marks(ids.length)})`,
      [actor.orgId, ...ids],
    );
    for (const row of marked) found.add(`${table}|${textOf(row, 'id')}`);
  }
  return found;
}

/** Deleted text is hidden, also while the deletion can still be undone (decision 0039). */
function withoutText(entry: ActivityEntry): ActivityEntry {
  const fields = entityOf(entry.table)?.erase?.fields ?? [];
  return { ...entry, changes: entry.changes.filter(({ field }) => !fields.includes(field)) };
}

async function readPeople(
  { actor, store }: Reads,
  rows: readonly SqlRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map((row) => textOf(row, 'org_user')))];
  const found = await store.all(
    `select id, display_name from org_users where org_id = ? and id in (${marks(ids.length)})`,
    [actor.orgId, ...ids],
  );
  return new Map(found.map((row) => [textOf(row, 'id'), textOf(row, 'display_name')]));
}

const NAME_FIELDS = ['display_name', 'name', 'email', 'comment', 'caption'];

function nameOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...row };
  const field = NAME_FIELDS.find((one) => typeof fields[one] === 'string' && fields[one] !== '');
  const text = field === undefined ? undefined : fields[field];
  return typeof text === 'string' ? text.slice(0, 120) : undefined;
}

function parsed(value: SqlRow[string] | undefined): unknown {
  return typeof value === 'string' ? JSON.parse(value) : null;
}
