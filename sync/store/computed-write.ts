import type { RawRow } from '../../model/entities/define-entity.ts';
import type { Prepared, Reader } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Publication, Store } from '../core/ports/store.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';
import { type DeferredWrites, defer, type LocalTx, NotLoaded } from './deferred-tx.ts';

export interface WriteInput {
  readonly actor: Actor;
  /** Milliseconds by the device's clock: a claim (ID-3). */
  readonly at: number;
}

/** In-memory transaction of one attempt. */
export interface Attempt {
  readonly tx: LocalTx;
  /** Reader for rules. */
  readonly reads: RememberingReader;
}

export interface RememberingReader extends Reader {
  /** The rows that a mutation has written are read again. */
  readonly forget: (keys: readonly string[]) => void;
}

export interface ComputedWrite extends WriteInput {
  readonly mutations: readonly Prepared[];
  readonly publish: Publication;
}

/** Number of attempts whose rows may have changed, e.g. because they are being sent. */
const ATTEMPTS = 3;

/**
 * Writes many mutations in one transaction (CLIENT-2): `compute` runs on rows that were read before, and its writes are
 * stored if those rows are still current. Otherwise it runs again, so it must have no effect but its writes; after some
 * attempts it runs inside the transaction, where no row can change.
 */
export async function writeComputed<T>(
  store: Store,
  write: ComputedWrite,
  compute: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const options = {
    tables: 'all',
    durability: 'on-disk',
    publish: write.publish,
  } as const;
  const held = defer();
  const load = (keys: Iterable<string>) => store.read('all', (tx) => held.load(tx, keys));
  let wanted: Iterable<string> = write.mutations.flatMap((prepared) => keysOf(prepared, write));
  for (let outdated = 0; outdated < ATTEMPTS;) {
    await load(wanted);
    await loadContext({ held, load, write });
    const attempt = held.begin();
    const tried = await tryTo(() => compute({ tx: attempt.tx, reads: readerOver(attempt.tx) }));
    wanted = tried instanceof NotLoaded ? tried.keys : [];
    if (tried instanceof NotLoaded) continue;
    const isWritten = await store.write(options, async (tx) => {
      if (!(await held.isCurrent(tx))) return false;
      await attempt.flush(tx);
      return true;
    });
    if (isWritten) return tried.result;
    outdated += 1;
  }
  return store.write(options, (tx) => compute({ tx, reads: readerOver(tx) }));
}

/** Rows that a mutation refers to and those it changes. */
export function keysOf(prepared: Prepared, input: WriteInput): readonly string[] {
  return [...prepared.refs, ...prepared.effects(input)].map(({ table, id }) => rowKey(table, id));
}

interface Context {
  readonly held: DeferredWrites;
  readonly load: (keys: Iterable<string>) => Promise<void>;
  readonly write: ComputedWrite;
}

/** Loads the rows that the rules of the mutations read, by running the rules; their results are ignored. */
async function loadContext({ held, load, write }: Context): Promise<void> {
  for (;;) {
    const missing = new Set<string>();
    const reader = rememberingReader(async (key) => {
      const found = held.row(key);
      if (found === undefined) missing.add(key);
      return found?.row;
    });
    for (const prepared of write.mutations) await prepared.check(reader, write.actor);
    if (missing.size === 0) return;
    await load(missing);
  }
}

async function tryTo<T>(compute: () => Promise<T>): Promise<{ readonly result: T } | NotLoaded> {
  try {
    return { result: await compute() };
  } catch (error) {
    if (error instanceof NotLoaded) return error;
    throw error;
  }
}

function readerOver(tx: LocalTx): RememberingReader {
  return rememberingReader(async (key) => {
    const { table, id } = refOfKey(key);
    return (await tx.rows(table, [id]))[0];
  });
}

/** The rules of many mutations read the same card, priority and membership thousands of times: each is read once. */
function rememberingReader(rowAt: (key: string) => Promise<RawRow | undefined>): RememberingReader {
  const known = new Map<string, RawRow | undefined>();
  return {
    get: async (entity, id) => {
      const key = rowKey(entity.table, id);
      if (!known.has(key)) known.set(key, await rowAt(key));
      const row = known.get(key);
      return row === undefined ? undefined : entity.parse(row);
    },
    // The activity log is on the server, which decides.
    haveRemoved: () => Promise.resolve(true),
    forget: (keys) => {
      for (const key of keys) known.delete(key);
    },
  };
}
