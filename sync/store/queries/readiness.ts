import { comments } from '../../../model/entities/comment.ts';
import { type FileRow, files } from '../../../model/entities/file.ts';
import { messages } from '../../../model/entities/message.ts';
import { projects } from '../../../model/entities/project.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';

/** What this device has of one project. Files: those that the server has; sizes in bytes. */
export interface ProjectReadiness {
  readonly id: string;
  readonly name: string;
  readonly tasks: number;
  readonly comments: number;
  readonly files: number;
  readonly filesHere: number;
  readonly bytesHere: number;
}

export interface Readiness {
  readonly projects: readonly ProjectReadiness[];
  /** Messages of all conversations on this device. */
  readonly messages: number;
  /** Of projects and conversations. */
  readonly files: number;
  readonly filesHere: number;
  readonly bytesHere: number;
}

/** Counts rows by their index; `cached` are the files with all their bytes in the cache. */
export async function findReadiness(
  db: AccountDb,
  cached: ReadonlySet<string>,
): Promise<Readiness> {
  const local = new Set(await db.blobs.toCollection().primaryKeys());
  const stored = (await rows(db, files).toArray()).filter(({ state }) => state === 'stored');
  const byScope = Map.groupBy(stored, ({ scope }) => scope);
  const isHere = ({ id }: FileRow) => local.has(id) || cached.has(id);
  const found = await rows(db, projects).toArray();
  const list: ProjectReadiness[] = [];
  for (const { id, name } of found) {
    const scope = projectScope(id);
    const [taskCount, commentCount] = await Promise.all([
      rows(db, tasks).where('scope').equals(scope).count(),
      rows(db, comments).where('scope').equals(scope).count(),
    ]);
    const own = byScope.get(scope) ?? [];
    const here = own.filter(isHere);
    list.push({
      id,
      name,
      tasks: taskCount,
      comments: commentCount,
      files: own.length,
      filesHere: here.length,
      bytesHere: bytesOf(here),
    });
  }
  // Those of conversations belong to no project.
  const here = stored.filter(isHere);
  return {
    projects: list.toSorted((left, right) => left.name.localeCompare(right.name)),
    messages: await rows(db, messages).count(),
    files: stored.length,
    filesHere: here.length,
    bytesHere: bytesOf(here),
  };
}

function bytesOf(found: readonly FileRow[]): number {
  return found.reduce((sum, { size }) => sum + size, 0);
}
