import { cards } from '../../../model/entities/card.ts';
import type { Entity, RawRow } from '../../../model/entities/define-entity.ts';
import { type Overwrite, overwrites } from '../../../model/entities/overwrite.ts';
import { projects } from '../../../model/entities/project.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { workspaces } from '../../../model/entities/workspace.ts';
import { tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';

/** A replaced value, with the name of its row, and that of the task that the row is or belongs to. */
export interface NamedOverwrite extends Overwrite {
  /** Of a subtask, card, project or workspace; undefined for one of a task. */
  readonly name: string | undefined;
  /** Also of an archived task; undefined where there is none, and for a task that is not on this device. */
  readonly taskName?: string | undefined;
}

/** Replaced values of a task and its subtasks, oldest first. */
export async function overwritesOfTask(
  db: AccountDb,
  task: string,
): Promise<readonly NamedOverwrite[]> {
  return await named(db, (one) => one.task === task);
}

/** Replaced values of the cards and the project of a scope, or of its workspace, oldest first. */
export async function overwritesOfPlaces(
  db: AccountDb,
  scope: string,
): Promise<readonly NamedOverwrite[]> {
  return await named(db, (one) => one.scope === scope && one.task === '');
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
  const names = new Map<string, string>();
  const readNames = async <Row extends RawRow & { readonly name: string }>(entity: Entity<Row>) => {
    const ids = found.filter(({ tbl }) => tbl === entity.table).map(({ row }) => row);
    if (ids.length === 0) return;
    for (const row of await rows(db, entity).bulkGet(ids)) if (row) names.set(row.id, row.name);
  };
  await readNames(subtasks);
  await readNames(cards);
  await readNames(projects);
  await readNames(workspaces);
  const taskNames = await namesOfTasks(db, found);
  return found.map((one) => ({
    ...one,
    name: names.get(one.row),
    taskName: taskNames.get(one.task),
  }));
}

async function namesOfTasks(
  db: AccountDb,
  found: readonly Overwrite[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(found.map(({ task }) => task))].filter((id) => id !== '');
  const here = ids.length === 0 ? [] : await rows(db, tasks).bulkGet(ids);
  return new Map(here.flatMap((row) => (row === undefined ? [] : [[row.id, row.name]])));
}
