import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { orgStream, userStream } from '../../model/entities/scopes.ts';
import { encodeRow } from '../store/rows.ts';
import { type ChangeEntry, readStored, claimSerial } from './batch-sql.ts';
import {
  type BatchState,
  ORGANIZATION_SCOPE_TABLES,
  type OpenVersion,
  rowKey,
  SavepointNeeded,
  type Unit,
} from './batch-state.ts';
import type {
  Author,
  CommittedChange,
  RowPlace,
  Stored,
  StreamState,
  WriteTx,
} from './writer-types.ts';

export function createWriteTx(state: BatchState, unit: Unit): WriteTx {
  let author: Author = { orgUserId: '' };
  const stored = (entity: Entity, place: RowPlace, id: string) =>
    storedRow(state, entity, place, id);
  const raw = async () => {
    // Plain SQL may change rows that rights depend on.
    state.actors.clear();
    if (unit.savepoint) return unit.flush();
    if (unit.undo.length > 0) throw new SavepointNeeded();
    return unit.openSavepoint();
  };
  return {
    at: state.at,
    get: async (entity, place, id) => {
      const found = await stored(entity, place, id);
      return found === undefined ? undefined : entity.parse(found.row);
    },
    stored,
    put: (entity, place, row) => put({ state, unit, author }, entity, place, row),
    remove: (entity, place, id) => remove({ state, unit, author }, entity, place, id),
    erase: async (entity, place, id) => {
      const write = { state, unit, author };
      await remove(write, entity, place, id);
      eraseLog(write, entity, place, { id, fields: Object.keys(entity.columns) });
    },
    eraseValues: (entity, place, id) => {
      eraseLog({ state, unit }, entity, place, { id, fields: Object.keys(entity.columns) });
    },
    scopeBefore: (entity, place, id) => unit.scopesBefore.get(rowKey(entity, place, id)),
    nextSerial: (counter) => claimSerial(state.database.writer, counter),
    createStream: async (stream, orgId) => {
      state.createdStreams.push(stream);
      unit.undo.push(() => state.createdStreams.pop());
      setStream(state, unit, { stream, orgId, epoch: state.newEpoch(), head: 0, floor: 0 });
    },
    head: (stream) => requireStream(state, stream).head,
    setAuthor: (next) => {
      author = next;
    },
    requireLimits: () => {
      if (!state.usesLimits) throw new Error('A write that uses limits must name LIMITS');
    },
    db: async () => {
      await raw();
      return state.database.writer.db;
    },
    sql: async () => {
      await raw();
      return state.database.writer;
    },
  };
}

interface Write {
  readonly state: BatchState;
  readonly unit: Unit;
  readonly author: Author;
}

async function put(write: Write, entity: Entity, place: RowPlace, input: RawRow): Promise<void> {
  const { state, unit } = write;
  const before = await storedRow(state, entity, place, input.id);
  const changed = changedFields(entity, before?.row, input);
  if (before !== undefined && changed.length === 0 && before.row.scope === input.scope) return;
  const version = claimVersion(write, streamId(entity, place));
  const row = entity.parse({
    ...own(entity, input),
    id: input.id,
    scope: input.scope,
    v: version.v,
  });
  const key = rowKey(entity, place, row.id);
  if (!unit.scopesBefore.has(key)) unit.scopesBefore.set(key, before?.row.scope);
  const textVersions = Object.fromEntries(
    entity.longTexts.map((field) => [
      field,
      before !== undefined && before.row[field] === row[field]
        ? (before.textVersions[field] ?? version.v)
        : version.v,
    ]),
  );
  setRow(state, unit, { entity, place, id: row.id, stored: { row, textVersions } });
  const { table } = entity;
  if (before !== undefined && before.row.scope !== row.scope) {
    const moved = { table, scope: before.row.scope, id: row.id, to: row.scope };
    setChange(write, streamId(entity, place), { kind: 'moved', ...moved });
  }
  setChange(write, streamId(entity, place), { kind: 'put', table, scope: row.scope, row });
  if (before === undefined) noteActivity(write, entity, place, { id: row.id, field: '' });
  if (row['deleted'] === true && before?.row['deleted'] === false) {
    if (entity.erase?.when === 'at-once') noteErasure(write, entity, place, row.id);
  }
  for (const field of changed) {
    if (before === undefined) break;
    if (entity.fields[field]?.isUnlogged === true) continue;
    noteActivity(write, entity, place, {
      id: row.id,
      field,
      old: before.row[field],
      new: row[field],
    });
  }
}

async function remove(write: Write, entity: Entity, place: RowPlace, id: string): Promise<void> {
  const { state, unit } = write;
  const before = await storedRow(state, entity, place, id);
  if (before === undefined) return;
  claimVersion(write, streamId(entity, place));
  setRow(state, unit, { entity, place, id, stored: undefined });
  const { scope } = before.row;
  setChange(write, streamId(entity, place), { kind: 'del', table: entity.table, scope, id });
  noteActivity(write, entity, place, { id, field: '*', old: before.row });
  noteErasure(write, entity, place, id);
}

async function storedRow(
  state: BatchState,
  entity: Entity,
  place: RowPlace,
  id: string,
): Promise<Stored | undefined> {
  const key = rowKey(entity, place, id);
  const cached = state.rows.get(key);
  if (cached !== undefined) return cached.stored;
  const [stored] = await readStored(state.database.writer, entity, place, [id]);
  state.rows.set(key, { entity, place, id, stored });
  state.written.set(key, stored?.row);
  return stored;
}

/** Stream of an entity's rows. */
export function streamId(entity: Entity, place: RowPlace): string {
  if (entity.stream === 'org') return orgStream(place.orgId);
  if (place.owner === undefined) throw new Error(`Rows of ${entity.table} have an owner`);
  return userStream(place.owner);
}

function requireStream(state: BatchState, stream: string): StreamState {
  const found = state.streams.get(stream);
  if (found === undefined) throw new Error(`Stream ${stream} is not locked by this write`);
  return found;
}

/** The one version of this write in a stream: head + 1, claimed at the first row that really changes. */
function claimVersion({ state, unit }: Write, stream: string): OpenVersion {
  const open = unit.versions.get(stream);
  if (open !== undefined) return open;
  const before = requireStream(state, stream);
  const v = before.head + 1;
  const touched = new Map<string, CommittedChange>();
  const version: OpenVersion = {
    v,
    touch: (change) => {
      const id = change.kind === 'put' ? change.row.id : change.id;
      touched.set(`${change.table}|${id}|${change.scope}`, change);
    },
    committed: () => {
      const { orgId, epoch, floor } = before;
      return { stream, orgId, epoch, floor, v, at: state.at, changes: [...touched.values()] };
    },
  };
  setStream(state, unit, { ...before, head: v });
  unit.versions.set(stream, version);
  return version;
}

function setStream(state: BatchState, unit: Unit, next: StreamState): void {
  const before = state.streams.get(next.stream);
  const unsaved = state.unsavedStreams.has(next.stream);
  state.streams.set(next.stream, next);
  state.unsavedStreams.add(next.stream);
  unit.undo.push(() => {
    if (before === undefined) state.streams.delete(next.stream);
    else state.streams.set(next.stream, before);
    if (!unsaved) state.unsavedStreams.delete(next.stream);
  });
}

function setRow(
  state: BatchState,
  unit: Unit,
  next: {
    readonly entity: Entity;
    readonly place: RowPlace;
    readonly id: string;
    readonly stored: Stored | undefined;
  },
): void {
  const key = rowKey(next.entity, next.place, next.id);
  const before = state.rows.get(key);
  const unsaved = state.unsavedRows.has(key);
  state.rows.set(key, next);
  state.unsavedRows.add(key);
  if (ORGANIZATION_SCOPE_TABLES.includes(next.entity.table)) state.actors.clear();
  unit.undo.push(() => {
    if (before === undefined) state.rows.delete(key);
    else state.rows.set(key, before);
    if (!unsaved) state.unsavedRows.delete(key);
  });
}

function setChange(write: Write, stream: string, change: CommittedChange): void {
  const { state, unit } = write;
  const version = claimVersion(write, stream);
  const id = change.kind === 'put' ? change.row.id : change.id;
  const key = `${stream}|${change.table}|${id}|${change.scope}`;
  const before = state.changes.get(key);
  const { orgId } = requireStream(state, stream);
  const entry: ChangeEntry = {
    orgId,
    stream,
    table: change.table,
    id,
    scope: change.scope,
    v: version.v,
    kind: change.kind,
    movedTo: change.kind === 'moved' ? change.to : null,
  };
  version.touch(change);
  state.changes.set(key, entry);
  unit.undo.push(() => {
    if (before === undefined) state.changes.delete(key);
    else state.changes.set(key, before);
  });
}

interface Overwritten {
  readonly id: string;
  readonly field: string;
  readonly old?: unknown;
  readonly new?: unknown;
}

/** A field that one write changes twice is one entry, with its value before and after the write. */
function noteActivity(
  { state, unit, author }: Write,
  entity: Entity,
  place: RowPlace,
  what: Overwritten,
): void {
  const stream = streamId(entity, place);
  const key = `${stream}|${entity.table}|${what.id}|${what.field}`;
  const earlier = unit.activity.get(key);
  unit.activity.set(key, {
    orgId: place.orgId,
    stream,
    v: requireStream(state, stream).head,
    table: entity.table,
    rowId: what.id,
    field: what.field,
    orgUser: author.orgUserId,
    at: state.at,
    claimedAt: author.claimedAt ?? null,
    old: earlier === undefined ? jsonOrNull(what.old) : earlier.old,
    new: jsonOrNull(what.new),
  });
}

/** After the write's own entries, which contain the removed text and are erased as well. */
function noteErasure({ state, unit }: Write, entity: Entity, place: RowPlace, rowId: string): void {
  if (entity.erase === undefined) return;
  eraseLog({ state, unit }, entity, place, { id: rowId, fields: entity.erase.fields });
}

function eraseLog(
  { state, unit }: Pick<Write, 'state' | 'unit'>,
  entity: Entity,
  place: RowPlace,
  { id, fields }: { readonly id: string; readonly fields: readonly string[] },
): void {
  const stream = streamId(entity, place);
  const upTo = requireStream(state, stream).head;
  const all = [...fields, '', '*'];
  const { orgId } = place;
  unit.erasures.push({ orgId, stream, table: entity.table, rowId: id, fields: all, upTo });
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** Fields of the entity whose stored form differs; all fields of a new row. */
function changedFields(
  entity: Entity,
  before: RawRow | undefined,
  after: RawRow,
): readonly string[] {
  const names = Object.keys(entity.columns);
  if (before === undefined) return names;
  const old = encodeRow(entity, before);
  const next = encodeRow(entity, after);
  return names.filter((name) => old[name] !== next[name]);
}

function own(entity: Entity, row: RawRow): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.keys(entity.columns).map((name) => [name, row[name]]));
}
