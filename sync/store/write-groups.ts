import type { RawRow } from '../../model/entities/define-entity.ts';
import type { Prepared, Reader } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import type { Store } from '../core/ports/store.ts';
import { refOfKey, rowKey } from '../core/row-key.ts';
import { type DeferredWrites, defer, type LocalTx, NotLoaded } from './deferred-tx.ts';
import { enqueue } from './local-write.ts';

/** `taken`: done. `known`: the row is here already, nothing was done. */
export type GroupOutcome = 'taken' | 'known' | { readonly what: string; readonly refusal: Refusal };

interface GroupsInput {
  readonly actor: Actor;
  /** Milliseconds by the device's clock: a claim (ID-3). */
  readonly at: number;
}

/**
 * Does groups of changes in one transaction (CLIENT-2), each change an entry of its own: worked out from what was read
 * before, written when that is still so. The first of a group makes the
 * row that the others are about: where it is here already, or is refused, nothing of the group happens. So what was
 * broken off can be done again from the beginning.
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
    const written = await store.write('all', async (tx) =>
      (await held.isCurrent(tx)) ? await attempt.flush(tx) : undefined,
    );
    // Otherwise something came between: all of it once more, with what is there now.
    if (written !== undefined) {
      store.announce(written);
      return tried;
    }
  }
}

/** The rows a change is about and those it changes besides. */
function keysOf(prepared: Prepared, input: GroupsInput): readonly string[] {
  return [...prepared.refs, ...prepared.effects(input)].map(({ table, id }) => rowKey(table, id));
}

interface Context {
  readonly held: DeferredWrites;
  readonly load: (keys: Iterable<string>) => Promise<void>;
  readonly groups: readonly (readonly Prepared[])[];
  readonly actor: Actor;
}

/** What the rules of the changes ask for, found out by asking them; what they answer does not count yet. */
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
  let outcome: GroupOutcome = 'taken';
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
  /** What a change has written is read anew. */
  readonly forget: (key: string) => void;
}

/** The rules of one import ask for the same card, priority and membership thousands of times: once is enough. */
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

/** Only what makes a row can find it here. */
async function isHere(tx: LocalTx, { call, refs }: Prepared): Promise<boolean> {
  const [ref] = refs;
  if (ref === undefined || call.method !== 'POST') return false;
  const [row] = await tx.rows(ref.table, [ref.id]);
  return row !== undefined;
}
