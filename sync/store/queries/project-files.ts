import { comments } from '../../../model/entities/comment.ts';
import { type FileRow, files } from '../../../model/entities/file.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { taskFiles } from '../../../model/entities/task-file.ts';
import { taskSteps } from '../../../model/entities/task-step.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';

/** Files of a project, the newest first. */
export async function listProjectFiles(
  db: AccountDb,
  project: string,
): Promise<readonly FileRow[]> {
  const found = await rows(db, files).where('scope').equals(projectScope(project)).toArray();
  return found.toSorted((left, right) => (left.created_at < right.created_at ? 1 : -1));
}

/** The task that a file belongs to, and the comment that it is attached to; undefined: to the task itself. */
export interface FilePlace {
  readonly task: Pick<Task, 'id' | 'name'>;
  readonly comment: string | undefined;
}

/**
 * Places of the files of a project, by id of the file: images and files of tasks, images of subtasks, photos of sign-off
 * steps, attachments of comments, and the images that such a file shows with a drawing. Files without a task, and those
 * whose task is not on this device, are left out.
 */
export async function projectFilePlaces(
  db: AccountDb,
  project: string,
): Promise<ReadonlyMap<string, FilePlace>> {
  const tables = [files, tasks, taskFiles, subtasks, taskSteps, comments];
  return await db.dexie.transaction(
    'r',
    tables.map(({ table }) => table),
    async () => {
      const scope = projectScope(project);
      const [all, here, attached, items, steps, said] = await Promise.all([
        listProjectFiles(db, project),
        rows(db, tasks).where('scope').equals(scope).toArray(),
        rows(db, taskFiles).where('scope').equals(scope).toArray(),
        rows(db, subtasks).where('scope').equals(scope).toArray(),
        rows(db, taskSteps).where('scope').equals(scope).toArray(),
        rows(db, comments).where('scope').equals(scope).toArray(),
      ]);
      return placesOf(all, here, [
        ...said.map(({ id, task, attachment }) => ({ file: attachment, task, comment: id })),
        ...steps.flatMap(({ task, photos }) => photos.map((file) => ({ file, task }))),
        ...items.map(({ task, document }) => ({ file: document, task })),
        ...attached.map(({ task, file }) => ({ file, task })),
        ...here.map(({ id, document }) => ({ file: document, task: id })),
      ]);
    },
  );
}

interface Reference {
  readonly file: string | null;
  readonly task: string;
  readonly comment?: string;
}

/** `all`: newest first. */
function placesOf(
  all: readonly FileRow[],
  here: readonly Task[],
  references: readonly Reference[],
): ReadonlyMap<string, FilePlace> {
  const tasksById = new Map(here.map((task) => [task.id, task]));
  const places = new Map<string, FilePlace>();
  for (const { file, task: id, comment } of references) {
    const task = tasksById.get(id);
    if (file !== null && task !== undefined) {
      places.set(file, { task: { id, name: task.name }, comment });
    }
  }
  // A drawing is newer than its image, which is itself a drawing at times.
  for (const { id, drawn_on: original } of all) {
    const place = places.get(id);
    if (original !== null && place !== undefined && !places.has(original)) {
      places.set(original, place);
    }
  }
  return places;
}
