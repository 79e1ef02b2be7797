import { files } from '../../model/entities/file.ts';
import { projectOfScope } from '../../model/entities/scopes.ts';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { fileAdd, fileAddArgs } from '../../model/mutations/file/file-add.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { preparedOf } from '../core/dependencies.ts';
import type { RejectedPort } from '../core/ports/outbox.ts';
import type { LocalTx } from './deferred-tx.ts';
import { readerOf } from './local-write.ts';

type Tx = LocalTx & Pick<RejectedPort, 'rejected'>;

/**
 * FILE-1.11: a rejected `file-add` whose project the person can no longer read, in the project of the row for which the
 * file was picked, as that row is here now: its task was moved meanwhile. Any other mutation is unchanged.
 */
export async function inReach(tx: Tx, prepared: Prepared, actor: Actor): Promise<Prepared> {
  const args = fileAddArgs(prepared);
  if (args === undefined || projectOfScope(args.scope) === undefined) return prepared;
  const read = readerOf(tx);
  if ((await prepared.check(read, actor)) === undefined) return prepared;
  const rejected = (await tx.rejected()).map(({ item }) => item);
  const known = [...rejected, ...(await tx.outbox())].flatMap((item) => preparedOf(item) ?? []);
  for (const scope of await scopesFor(tx, known, args.id)) {
    const moved = fileAdd.prepare({ ...args, scope });
    if ((await moved.check(read, actor)) === undefined) return moved;
  }
  return prepared;
}

/** Scopes of the rows on this device that mutations with this file change or need; of a drawing on it, its own too. */
async function scopesFor(
  tx: Tx,
  mutations: readonly Prepared[],
  file: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const prepared of mutations) {
    const { refs, parents } = prepared;
    const added = fileAddArgs(prepared);
    if (added?.drawn_on === file) {
      found.push(...(await scopesFor(tx, mutations, added.id)), added.scope);
    } else if (parents.some(({ table, id }) => table === files.table && id === file)) {
      for (const { table, id } of [...refs, ...parents]) {
        if (table === files.table) continue;
        const [row] = await tx.rows(table, [id]);
        if (row !== undefined && projectOfScope(row.scope) !== undefined) found.push(row.scope);
      }
    }
  }
  return found;
}
