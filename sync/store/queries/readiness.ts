import { comments } from '../../../model/entities/comment.ts';
import { files } from '../../../model/entities/file.ts';
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
  readonly bytesMissing: number;
}

export interface Readiness {
  readonly projects: readonly ProjectReadiness[];
  /** Messages of all conversations on this device. */
  readonly messages: number;
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
  const found = await rows(db, projects).toArray();
  const list: ProjectReadiness[] = [];
  for (const { id, name } of found) {
    const scope = projectScope(id);
    const [taskCount, commentCount, fileRows] = await Promise.all([
      rows(db, tasks).where('scope').equals(scope).count(),
      rows(db, comments).where('scope').equals(scope).count(),
      rows(db, files).where('scope').equals(scope).toArray(),
    ]);
    const stored = fileRows.filter(({ state }) => state === 'stored');
    const here = stored.filter((row) => local.has(row.id) || cached.has(row.id));
    const bytes = here.reduce((sum, { size }) => sum + size, 0);
    list.push({
      id,
      name,
      tasks: taskCount,
      comments: commentCount,
      files: stored.length,
      filesHere: here.length,
      bytesHere: bytes,
      bytesMissing: stored.reduce((sum, { size }) => sum + size, 0) - bytes,
    });
  }
  const sum = (field: 'files' | 'filesHere' | 'bytesHere') =>
    list.reduce((total, project) => total + project[field], 0);
  return {
    projects: list.toSorted((left, right) => left.name.localeCompare(right.name)),
    messages: await rows(db, messages).count(),
    files: sum('files'),
    filesHere: sum('filesHere'),
    bytesHere: sum('bytesHere'),
  };
}
