import { isErasedPerson } from '../../model/shared/erased-person.ts';
import { cards } from '../../model/entities/card.ts';
import { type Comment, comments } from '../../model/entities/comment.ts';
import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { files } from '../../model/entities/file.ts';
import { flags } from '../../model/entities/flag.ts';
import { groups } from '../../model/entities/group.ts';
import { labels } from '../../model/entities/label.ts';
import { noteTags } from '../../model/entities/note-tag.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { projects } from '../../model/entities/project.ts';
import { type Subtask, subtasks } from '../../model/entities/subtask.ts';
import { type Task, tasks } from '../../model/entities/task.ts';
import { workspaces } from '../../model/entities/workspace.ts';
import { type AccountDb, rows } from '../store/database.ts';

/** Smallest key in IndexedDB. */
const BEFORE_ALL = -Infinity;
/** Rows per read, so that the store can serve other requests in between. */
const AT_A_TIME = 500;

/** All rows of a table by id, read in chunks. */
export async function* rowsOf(
  db: AccountDb,
  { table }: Pick<Entity, 'table'>,
): AsyncGenerator<readonly RawRow[]> {
  let after: string | undefined;
  for (;;) {
    const found: readonly RawRow[] = await db.dexie
      .table(table)
      .where(':id')
      .above(after ?? BEFORE_ALL)
      .limit(AT_A_TIME)
      .toArray();
    if (found.length > 0) yield found;
    after = found.at(-1)?.id;
    if (after === undefined || found.length < AT_A_TIME) return;
  }
}

/** The row in the server's form, without the computed keys of this device's indexes. */
export function withoutLocalKeys(entity: Entity, row: RawRow): RawRow {
  try {
    const local = Object.keys(entity.localKeys(row));
    return local.reduce<RawRow>((rest, key) => {
      const { [key]: _local, ...others } = rest;
      return { ...others, id: row.id, scope: row.scope, v: row.v };
    }, row);
  } catch {
    // A row in a shape that this build does not know is exported unchanged (VER-2).
    return row;
  }
}

/** Names in place of ids, for tables that people read. */
export interface Names {
  readonly person: (id: string | null | undefined) => string;
  readonly people: (ids: readonly string[]) => string;
  readonly flag: (id: string | null) => string;
  readonly label: (id: string | null) => string;
  readonly project: (id: string) => string;
  readonly workspaceOf: (projectId: string) => string;
  readonly card: (id: string) => { readonly name: string; readonly rank: string };
  readonly tag: (id: string) => string;
  readonly group: (id: string) => string;
  /** Path in the archive, or the bare name of a file that is not in it. */
  readonly file: (id: string | null) => string;
}

/** Reads the small tables; `paths` are those of the files in the archive. */
export async function readNames(
  db: AccountDb,
  paths: ReadonlyMap<string, string>,
  deletedPerson: string,
): Promise<Names> {
  const people = await byId(db, orgUsers);
  const allFlags = await byId(db, flags);
  const allLabels = await byId(db, labels);
  const allProjects = await byId(db, projects);
  const allWorkspaces = await byId(db, workspaces);
  const allCards = await byId(db, cards);
  const allTags = await byId(db, noteTags);
  const allGroups = await byId(db, groups);
  const allFiles = await byId(db, files);
  const person = (id: string | null | undefined) => {
    const found = people.get(id ?? '');
    if (found === undefined) return id ?? '';
    if (isErasedPerson(found)) return deletedPerson.replace('{number}', found.id);
    return found.email === '' ? found.display_name : `${found.display_name} <${found.email}>`;
  };
  return {
    person,
    people: (ids) => ids.map(person).join('; '),
    flag: (id) => allFlags.get(id ?? '')?.name ?? '',
    label: (id) => allLabels.get(id ?? '')?.name ?? '',
    project: (id) => allProjects.get(id)?.name ?? id,
    workspaceOf: (id) => allWorkspaces.get(allProjects.get(id)?.workspace ?? '')?.name ?? '',
    card: (id) => ({ name: allCards.get(id)?.name ?? '', rank: allCards.get(id)?.rank ?? '' }),
    tag: (id) => allTags.get(id)?.name ?? '',
    group: (id) => allGroups.get(id)?.name ?? id,
    file: (id) => (id === null ? '' : (paths.get(id) ?? allFiles.get(id)?.name ?? '')),
  };
}

/** All tasks in the order of boards: by project, card and position. */
export async function tasksInOrder(db: AccountDb, names: Names): Promise<readonly Task[]> {
  const found = await readAll(db, tasks);
  const keyed = found.map((task) => ({
    task,
    key: [
      names.project(task.project),
      task.project,
      names.card(task.card).rank,
      task.card,
      task.rank,
      task.id,
    ],
  }));
  return keyed.toSorted((left, right) => compareKeys(left.key, right.key)).map(({ task }) => task);
}

/** Subtasks in their order, by task. */
export async function subtasksByTask(
  db: AccountDb,
): Promise<ReadonlyMap<string, readonly Subtask[]>> {
  const found = await readAll(db, subtasks);
  const sorted = found.toSorted((left, right) =>
    compareKeys([left.rank, left.id], [right.rank, right.id]),
  );
  return Map.groupBy(sorted, ({ task }) => task);
}

/** Comments by creation time. */
export async function commentsInOrder(db: AccountDb): Promise<readonly Comment[]> {
  const found = await readAll(db, comments);
  return found.toSorted((left, right) =>
    compareKeys([left.task, left.created_at, left.id], [right.task, right.created_at, right.id]),
  );
}

/** Rows of a table that this build can parse; the others are only in the JSON. */
export async function readAll<Row extends RawRow>(
  db: AccountDb,
  entity: Entity<Row>,
): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const some of rowsOf(db, entity)) {
    for (const row of some) {
      const read = readable(entity, row);
      if (read !== undefined) all.push(read);
    }
  }
  return all;
}

function readable<Row extends RawRow>(entity: Entity<Row>, row: RawRow): Row | undefined {
  try {
    return entity.parse(row);
  } catch {
    return undefined;
  }
}

async function byId<Row extends RawRow>(
  db: AccountDb,
  entity: Entity<Row>,
): Promise<ReadonlyMap<string, Row>> {
  const found = await rows(db, entity).toArray();
  return new Map(found.map((row) => [row.id, row]));
}

function compareKeys(left: readonly string[], right: readonly string[]): number {
  for (const [index, one] of left.entries()) {
    const other = right[index] ?? '';
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
