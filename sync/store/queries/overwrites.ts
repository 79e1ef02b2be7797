import { type Overwrite, overwrites } from '../../../model/entities/overwrite.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { type AccountDb, rows } from '../database.ts';

/** A replaced value, with the name of its subtask where it is one of a subtask. */
export interface NamedOverwrite extends Overwrite {
  readonly subtask: string | undefined;
}

/** Replaced values of a task and its subtasks, oldest first. */
export async function overwritesOfTask(
  db: AccountDb,
  task: string,
): Promise<readonly NamedOverwrite[]> {
  return await named(db, (one) => one.task === task);
}

/** Values that the person lost or replaced, oldest first. */
export async function overwritesOfPerson(
  db: AccountDb,
  orgUser: string,
): Promise<readonly NamedOverwrite[]> {
  return await named(db, ({ lost_by, kept_by }) => lost_by === orgUser || kept_by === orgUser);
}

/** There are few of them: each ends when somebody has looked. */
async function named(
  db: AccountDb,
  isWanted: (row: Overwrite) => boolean,
): Promise<readonly NamedOverwrite[]> {
  const found = (await rows(db, overwrites).toArray())
    .filter(isWanted)
    .toSorted((left, right) => left.kept_at.localeCompare(right.kept_at));
  const ids = found.filter(({ tbl }) => tbl === 'subtasks').map(({ row }) => row);
  const parts = ids.length === 0 ? [] : await rows(db, subtasks).bulkGet(ids);
  const names = new Map(parts.flatMap((part) => (part ? [[part.id, part.name] as const] : [])));
  return found.map((one) => ({ ...one, subtask: names.get(one.row) }));
}
