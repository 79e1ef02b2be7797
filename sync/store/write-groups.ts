import type { RawRow } from '../../model/entities/define-entity.ts';
import type { Prepared, Reader } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import type { Message } from '../../model/shared/message.ts';
import type { Store } from '../core/ports/store.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';
import { type DeferredWrites, defer, type LocalTx, NotLoaded } from './deferred-tx.ts';
import { enqueue } from './local-write.ts';

/** `written`: the mutations are stored. `known`: the row exists already, and nothing was written. */
export type GroupOutcome =
  | 'written'
  | 'known'
  | { readonly what: Message; readonly refusal: Refusal };

interface GroupsInput {
  readonly actor: Actor;
  /** Milliseconds by the device's clock: a claim (ID-3). */
  readonly at: number;
}

/**
 * Writes groups of mutations in one transaction (CLIENT-2), each mutation as an outbox entry of its own: computed from
 * rows read before, and written if those are still current. The first mutation of a group creates the row that the
 * others change: if the row exists already or the first mutation is refused, the whole group is skipped. An interrupted
 * import can therefore be repeated from its start.
 */
export async function writeGroups(
  store: Store,
  groups: readonly (readonly Prepared[])[],
  input: GroupsInput,
): Promise<readonly GroupOutcome[]> {
  const held = defer();
  const load = (keys: Iterable<string>) => store.read('all', (tx) => held.load(tx, keys));
  let wanted: Iterable<string> = groups.flat().flatMap((prepared) => keysOf(prepared, input));
  for (;;) {
    await load(wanted);
    await loadContext({ held, load, groups, actor: input.actor });
    const attempt = held.begin();
    const tried = await writeEach(attempt.tx, groups, input);
    wanted = tried instanceof NotLoaded ? tried.keys : [];
    if (tried instanceof NotLoaded) continue;
    const isWritten = await store.write(
      { tables: 'all', durability: 'on-disk', publish: 'by-table' },
      async (tx) => {
        if (!(await held.isCurrent(tx))) return false;
        await attempt.flush(tx);
        return true;
      },
    );
    // Otherwise a row has changed: everything is computed again from the current rows.
    if (isWritten) return tried;
  }
}

/** Rows that a mutation refers to and those it changes. */
function keysOf(prepared: Prepared, input: GroupsInput): readonly string[] {
  return [...prepared.refs, ...prepared.effects(input)].map(({ table, id }) => rowKey(table, id));
}

interface Context {
  readonly held: DeferredWrites;
  readonly load: (keys: Iterable<string>) => Promise<void>;
  readonly groups: readonly (readonly Prepared[])[];
  readonly actor: Actor;
}

/** Loads the rows that the rules of the mutations read, by running the rules; their results are ignored. */
async function loadContext({ held, load, groups, actor }: Context): Promise<void> {
  for (;;) {
    const missing = new Set<string>();
    const reader = rememberingReader(async (key) => {
      const found = held.row(key);
      if (found === undefined) missing.add(key);
      return found?.row;
    });
    for (const prepared of groups.flat()) await prepared.check(reader, actor);
    if (missing.size === 0) return;
    await load(missing);
  }
}

async function writeEach(
  tx: LocalTx,
  groups: readonly (readonly Prepared[])[],
  input: GroupsInput,
): Promise<readonly GroupOutcome[] | NotLoaded> {
  const reads = rememberingReader(async (key) => {
    const { table, id } = refOfKey(key);
    return (await tx.rows(table, [id]))[0];
  });
  const outcomes: GroupOutcome[] = [];
  try {
    for (const group of groups) outcomes.push(await writeGroup({ tx, reads, ...input }, group));
    return outcomes;
  } catch (error) {
    if (error instanceof NotLoaded) return error;
    throw error;
  }
}

interface GroupContext extends GroupsInput {
  readonly tx: LocalTx;
  readonly reads: RememberingReader;
}

async function writeGroup(
  { tx, reads, actor, at }: GroupContext,
  group: readonly Prepared[],
): Promise<GroupOutcome> {
  const [first] = group;
  if (first === undefined || (await isHere(tx, first))) return 'known';
  let outcome: GroupOutcome = 'written';
  for (const prepared of group) {
    const refusal = await prepared.check(reads, actor);
    if (refusal === undefined) {
      await enqueue(tx, { prepared, actor, at });
      for (const key of keysOf(prepared, { actor, at })) reads.forget(key);
      continue;
    }
    outcome = { what: prepared.description, refusal };
    if (prepared === first) break;
  }
  return outcome;
}

interface RememberingReader extends Reader {
  /** A row that a mutation has written is read again. */
  readonly forget: (key: string) => void;
}

/** The rules of one import read the same card, priority and membership thousands of times: each is read once. */
function rememberingReader(rowAt: (key: string) => Promise<RawRow | undefined>): RememberingReader {
  const known = new Map<string, RawRow | undefined>();
  return {
    get: async (entity, id) => {
      const key = rowKey(entity.table, id);
      if (!known.has(key)) known.set(key, await rowAt(key));
      const row = known.get(key);
      return row === undefined ? undefined : entity.parse(row);
    },
    forget: (key) => {
      known.delete(key);
    },
  };
}

/** True when the row that the mutation creates exists; false for any other mutation. */
async function isHere(tx: LocalTx, { call, refs }: Prepared): Promise<boolean> {
  const [ref] = refs;
  if (ref === undefined || call.method !== 'POST') return false;
  const [row] = await tx.rows(ref.table, [ref.id]);
  return row !== undefined;
}
