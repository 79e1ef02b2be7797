import type { Prepared } from '../../model/mutations/define-mutation.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import type { Message } from '../../model/shared/message.ts';
import type { Store } from '../core/ports/store.ts';
import { type Attempt, keysOf, writeComputed, type WriteInput } from './computed-write.ts';
import type { LocalTx } from './deferred-tx.ts';
import { enqueue } from './local-write.ts';

/** `written`: the mutations are stored. `known`: the row exists already, and nothing was written. */
export type GroupOutcome =
  | 'written'
  | 'known'
  | { readonly what: Message; readonly refusal: Refusal };

/**
 * Writes groups of mutations in one transaction (CLIENT-2), each mutation as an outbox entry of its own. The first
 * mutation of a group creates the row that the others change: if the row exists already or the first mutation is
 * refused, the whole group is skipped. An interrupted import can therefore be repeated from its start.
 */
export function writeGroups(
  store: Store,
  groups: readonly (readonly Prepared[])[],
  input: WriteInput,
): Promise<readonly GroupOutcome[]> {
  const write = { ...input, mutations: groups.flat(), publish: 'by-table' } as const;
  return writeComputed(store, write, async (attempt) => {
    const outcomes: GroupOutcome[] = [];
    for (const group of groups) outcomes.push(await writeGroup({ ...attempt, ...input }, group));
    return outcomes;
  });
}

async function writeGroup(
  { tx, reads, actor, at }: Attempt & WriteInput,
  group: readonly Prepared[],
): Promise<GroupOutcome> {
  const [first] = group;
  if (first === undefined || (await isHere(tx, first))) return 'known';
  let outcome: GroupOutcome = 'written';
  for (const prepared of group) {
    const refusal = await prepared.check(reads, actor);
    if (refusal === undefined) {
      await enqueue(tx, { prepared, actor, at });
      reads.forget(keysOf(prepared, { actor, at }));
      continue;
    }
    outcome = { what: prepared.description, refusal };
    if (prepared === first) break;
  }
  return outcome;
}

/** True when the row that the mutation creates exists; false for any other mutation. */
async function isHere(tx: LocalTx, { call, refs }: Prepared): Promise<boolean> {
  const [ref] = refs;
  if (ref === undefined || call.method !== 'POST') return false;
  const [row] = await tx.rows(ref.table, [ref.id]);
  return row !== undefined;
}
