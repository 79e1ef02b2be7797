import type { RawRow } from '../../model/entities/define-entity.ts';
import type { Prepared, Reader } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import { rowKey, type Store, type StoreTx } from '../engine/ports.ts';
import { enqueue, readerOf } from './local-write.ts';

/** `taken`: done. `known`: the row is here already, nothing was done. */
export type GroupOutcome = 'taken' | 'known' | { readonly what: string; readonly refusal: Refusal };

interface GroupsInput {
  readonly actor: Actor;
  /** Milliseconds by the device's clock: a claim (ID-3). */
  readonly at: number;
}

/**
 * Does groups of changes in one transaction (CLIENT-2), each change an entry of its own. The first of a group makes the
 * row that the others are about: where it is here already, or is refused, nothing of the group happens. So what was
 * broken off can be done again from the beginning.
 */
export function writeGroups(
  store: Store,
  groups: readonly (readonly Prepared[])[],
  input: GroupsInput,
): Promise<readonly GroupOutcome[]> {
  return store.write('all', async (tx) => {
    const outcomes: GroupOutcome[] = [];
    const reads = rememberingReader(tx);
    for (const group of groups) outcomes.push(await writeGroup({ tx, reads, ...input }, group));
    return outcomes;
  });
}

interface GroupContext extends GroupsInput {
  readonly tx: StoreTx;
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
      reads.forget(prepared);
      continue;
    }
    outcome = { what: prepared.description, refusal };
    if (prepared === first) break;
  }
  return outcome;
}

interface RememberingReader extends Reader {
  /** What a change has written is read anew. */
  readonly forget: (prepared: Prepared) => void;
}

/** The rules of one import ask for the same card, priority and membership thousands of times: once is enough. */
function rememberingReader(tx: StoreTx): RememberingReader {
  const reader = readerOf(tx);
  const known = new Map<string, RawRow | undefined>();
  return {
    get: async (entity, id) => {
      const key = rowKey(entity.table, id);
      if (known.has(key)) {
        const row = known.get(key);
        return row === undefined ? undefined : entity.parse(row);
      }
      const row = await reader.get(entity, id);
      known.set(key, row);
      return row;
    },
    forget: ({ refs }) => {
      for (const { table, id } of refs) known.delete(rowKey(table, id));
    },
  };
}

/** Only what makes a row can find it here. */
async function isHere(tx: StoreTx, { call, refs }: Prepared): Promise<boolean> {
  const [ref] = refs;
  if (ref === undefined || call.method !== 'POST') return false;
  const [row] = await tx.rows(ref.table, [ref.id]);
  return row !== undefined;
}
