import type { Prepared } from '../../model/mutations/define-mutation.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import type { Store } from '../core/ports/store.ts';
import { keysOf, writeComputed, type WriteInput } from './computed-write.ts';
import { enqueue } from './local-write.ts';

/** More rows than this are published by table: a screen reads its rows again sooner than it compares so many keys. */
const BY_ROW = 49;

/**
 * Same result as `writeAllLocally`, for many mutations: their number adds no round trips to IndexedDB (decision 0020).
 */
export function writeMany(
  store: Store,
  mutations: readonly Prepared[],
  { actor, at }: WriteInput,
): Promise<readonly (Refusal | undefined)[]> {
  const publish = mutations.length > BY_ROW ? 'by-table' : 'by-row';
  return writeComputed(store, { actor, at, mutations, publish }, async ({ tx, reads }) => {
    const refusals: (Refusal | undefined)[] = [];
    for (const prepared of mutations) {
      const refusal = await prepared.check(reads, actor);
      if (refusal === undefined) {
        await enqueue(tx, { prepared, actor, at });
        reads.forget(keysOf(prepared, { actor, at }));
      }
      refusals.push(refusal);
    }
    return refusals;
  });
}
