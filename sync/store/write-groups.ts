import type { Prepared } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import type { Store, StoreTx } from '../engine/ports.ts';
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
    for (const group of groups) outcomes.push(await writeGroup(tx, group, input));
    return outcomes;
  });
}

async function writeGroup(
  tx: StoreTx,
  group: readonly Prepared[],
  { actor, at }: GroupsInput,
): Promise<GroupOutcome> {
  const [first] = group;
  if (first === undefined || (await isHere(tx, first))) return 'known';
  let outcome: GroupOutcome = 'taken';
  for (const prepared of group) {
    const refusal = await prepared.check(readerOf(tx), actor);
    if (refusal === undefined) {
      await enqueue(tx, { prepared, actor, at });
      continue;
    }
    outcome = { what: prepared.description, refusal };
    if (prepared === first) break;
  }
  return outcome;
}

/** Only what makes a row can find it here. */
async function isHere(tx: StoreTx, { call, refs }: Prepared): Promise<boolean> {
  const [ref] = refs;
  if (ref === undefined || call.method !== 'POST') return false;
  const [row] = await tx.rows(ref.table, [ref.id]);
  return row !== undefined;
}
