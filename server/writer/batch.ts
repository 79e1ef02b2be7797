import { DigestChanges } from '../store/scope-digests.ts';
import type { StreamPlace } from '../store/stream-place.ts';
import { loadActor } from './actor.ts';
import {
  eraseActivity,
  lockLimits,
  lockStreams,
  readStored,
  writeActivity,
  writeChanges,
  writeRows,
  type RowWrite,
  writeStreams,
} from './batch-sql.ts';
import {
  type BatchState,
  type BatchDeps,
  ORGANIZATION_SCOPE_TABLES,
  rowKey,
  SavepointNeeded,
  type Unit,
} from './batch-state.ts';
import { createClientBook } from './clients.ts';
import { createWriteTx, streamId } from './write-tx.ts';
import {
  type Prefetch,
  type Commit,
  type RowPrefetch,
  type WriteSession,
  type WriteTx,
} from './writer-types.ts';

/** One transaction of the writer. */
export interface Batch {
  readonly session: WriteSession;
  /** Reads at once what the following jobs would read one by one. */
  readonly prefetch: (all: readonly Prefetch[]) => Promise<void>;
  /** Throws when the database has aborted the transaction. */
  readonly requireSound: () => void;
  /** The committed changes, once they are on disk. */
  readonly commit: () => Commit;
}

/** What a transaction locks before its first write. */
export interface Locks {
  /** Each stream once. */
  readonly places: readonly StreamPlace[];
  readonly usesLimits: boolean;
}

const SAVEPOINT = 'one_write';

/**
 * Collects a transaction's rows, changes and activity log in memory and writes them in few statements. A failed write
 * is undone by its undo list; only a write that asked for plain SQL costs a savepoint.
 */
export async function createBatch(deps: BatchDeps, { places, usesLimits }: Locks): Promise<Batch> {
  const { database } = deps;
  if (usesLimits) await lockLimits(database.writer, database.kind);
  const found = await lockStreams(database, places, deps.byOrganization === true);
  const at = deps.now();
  const state: BatchState = {
    ...deps,
    at,
    usesLimits,
    streams: new Map(found.map((stream) => [stream.stream, stream])),
    rows: new Map(),
    written: new Map(),
    changes: new Map(),
    unsavedStreams: new Set(),
    unsavedRows: new Set(),
    activity: [],
    erasures: [],
    versions: [],
    createdStreams: [],
    actors: new Map(),
    clients: createClientBook(database.writer, at),
  };
  let broken: { readonly cause: unknown } | undefined;
  const session: WriteSession = {
    at: state.at,
    stream: (stream) => state.streams.get(stream),
    actor: async (orgId, userId) => {
      const key = `${orgId}|${userId}`;
      const known = state.actors.get(key);
      if (known !== undefined) return known;
      if (hasUnsavedRights(state)) await flush(state);
      const actor = await loadActor(database.writer, { orgId, userId }, state.at);
      state.actors.set(key, actor);
      return actor;
    },
    clients: state.clients,
    sql: database.writer,
    flush: () => flush(state),
    atomic: (work) =>
      atomic(state, work, (cause) => {
        broken = { cause };
      }),
  };
  return {
    session,
    prefetch: async (all) => {
      const rows = all.flatMap((prefetched) => prefetched.rows);
      const together = Map.groupBy(rows, ({ entity, place }) => rowKey(entity, place, ''));
      for (const some of together.values()) await prefetch(state, some);
      await state.clients.expect(all.flatMap(({ client }) => client ?? []));
    },
    requireSound: () => {
      if (broken !== undefined) throw broken.cause;
    },
    commit: () => ({ versions: state.versions, createdStreams: state.createdStreams }),
  };
}

function hasUnsavedRights({ unsavedRows, rows }: BatchState): boolean {
  return [...unsavedRows].some((key) =>
    ORGANIZATION_SCOPE_TABLES.includes(rows.get(key)?.entity.table ?? ''),
  );
}

/** Reads rows of one table and one place in few statements. */
async function prefetch(state: BatchState, wanted: readonly RowPrefetch[]): Promise<void> {
  const [first] = wanted;
  if (first === undefined) return;
  const { entity, place } = first;
  const ids = new Set(wanted.flatMap((one) => one.ids));
  const unknown = [...ids].filter((id) => !state.rows.has(rowKey(entity, place, id)));
  const found = await readStored(state.database.writer, entity, place, unknown);
  const byId = new Map(found.map((stored) => [stored.row.id, stored]));
  for (const id of unknown) {
    const stored = byId.get(id);
    state.rows.set(rowKey(entity, place, id), { entity, place, id, stored });
    state.written.set(rowKey(entity, place, id), stored?.row);
  }
}

/** Writes the collected state to the database. */
export async function flush(state: BatchState): Promise<void> {
  const { writer } = state.database;
  const rows = [...state.unsavedRows].flatMap((key) => state.rows.get(key) ?? []);
  const streams = [...state.unsavedStreams].flatMap((id) => state.streams.get(id) ?? []);
  const changes = [...state.changes.values()];
  const activity = state.activity.splice(0);
  const erasures = state.erasures.splice(0);
  state.unsavedRows.clear();
  state.unsavedStreams.clear();
  state.changes.clear();
  await writeRows(writer, rows);
  await writeDigests(state, rows);
  await writeChanges(writer, changes);
  await writeActivity(writer, activity);
  await eraseActivity(writer, erasures);
  await writeStreams(writer, streams);
  await state.clients.flush();
}

/** PULL-8: by what this transaction has changed, beside the rows. */
async function writeDigests(state: BatchState, rows: readonly RowWrite[]): Promise<void> {
  const digests = new DigestChanges();
  for (const { entity, place, id, stored } of rows) {
    const key = rowKey(entity, place, id);
    const at = { orgId: place.orgId, stream: streamId(entity, place) };
    digests.replace(entity, at, state.written.get(key), stored?.row);
    state.written.set(key, stored?.row);
  }
  await digests.write(state.database.writer, (stream) => state.streams.get(stream)?.head ?? 0);
}

/** After a savepoint was reverted: every row that the transaction keeps was written before it. */
function forgetWritten(state: BatchState): void {
  for (const key of state.written.keys()) {
    const row = state.rows.get(key);
    if (row === undefined) state.written.delete(key);
    else state.written.set(key, row.stored?.row);
  }
}

async function atomic<T>(
  state: BatchState,
  work: (tx: WriteTx) => Promise<T>,
  giveUp: (cause: unknown) => void,
  withSavepoint = false,
): Promise<T> {
  const { writer } = state.database;
  const unit: Unit = {
    undo: [],
    versions: new Map(),
    activity: new Map(),
    erasures: [],
    scopesBefore: new Map(),
    savepoint: false,
    openSavepoint: async () => {
      // The flushed rows belong to the writes before this one: without them those writes would be acknowledged and
      // lost.
      await flush(state).catch((cause: unknown) => {
        giveUp(cause);
        throw cause;
      });
      await writer.savepoint(SAVEPOINT);
      unit.savepoint = true;
    },
    flush: () => flush(state),
  };
  try {
    if (withSavepoint) await unit.openSavepoint();
    const result = await work(createWriteTx(state, unit));
    if (unit.savepoint) {
      await flush(state);
      await writer.release(SAVEPOINT);
    }
    state.versions.push(...[...unit.versions.values()].map((version) => version.committed()));
    state.activity.push(...unit.activity.values());
    state.erasures.push(...unit.erasures);
    return result;
  } catch (error) {
    for (const undo of unit.undo.toReversed()) undo();
    if (unit.savepoint) {
      // The unsaved rows belong to this write: everything before it was flushed when the savepoint was set.
      state.unsavedRows.clear();
      state.unsavedStreams.clear();
      state.changes.clear();
      await revert(state).catch(() => giveUp(error));
      forgetWritten(state);
    }
    if (error instanceof SavepointNeeded && !withSavepoint) {
      return atomic(state, work, giveUp, true);
    }
    throw error;
  }
}

async function revert({ database: { writer } }: BatchState): Promise<void> {
  await writer.rollbackTo(SAVEPOINT);
  await writer.release(SAVEPOINT);
}
