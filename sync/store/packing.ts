import { comments } from '../../model/entities/comment.ts';
import { type FileRow, files } from '../../model/entities/file.ts';
import { projectScope } from '../../model/entities/scopes.ts';
import { subtasks } from '../../model/entities/subtask.ts';
import { type Task, tasks } from '../../model/entities/task.ts';
import { taskFiles } from '../../model/entities/task-file.ts';
import type { PackItem, PackRank } from '../../model/packing.ts';
import { type AccountDb, rows } from './database.ts';
import { type Keepable, packingChoices } from './packing-choices.ts';

/** Projects opened within this time count as recent, in milliseconds. */
const RECENT = 21 * 24 * 60 * 60_000;
/** Rows read at a time: other reads of the page come in between. */
const CHUNK = 200;
/** Estimated bytes of a preview. */
const PREVIEW = 30_000;

/**
 * Files that the server has and this person may see, each with its usefulness. Reads the rows of files in chunks, and
 * of the other tables those of projects that have files: most tasks have none, and a read for each of the person's own
 * tasks would take minutes.
 */
export async function packItems(
  db: AccountDb,
  { orgUserId, now }: { readonly orgUserId: string; readonly now: number },
): Promise<readonly PackItem[]> {
  const { kept = [], opened = {} } = await packingChoices(db);
  const keptIds = (kind: Keepable) =>
    kept.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));
  const local = new Set(await db.blobs.toCollection().primaryKeys());
  const here: FileRow[] = [];
  // Bytes that were picked here are here, and unsent ones exist nowhere else.
  for await (const row of allFiles(db)) {
    if (row.state === 'stored' && !local.has(row.id)) here.push(row);
  }
  const keptTasks = new Set(keptIds('task'));
  const keptFiles = new Set(keptIds('file'));
  const mineFiles = new Set<string>();
  for (const scope of new Set(here.map((row) => row.scope))) {
    const inProject = await rows(db, tasks).where('scope').equals(scope).toArray();
    const own = new Set(inProject.filter((task) => isOwn(task, orgUserId)).map(({ id }) => id));
    for (const { file, task } of await filesOfTasks(db, scope, inProject)) {
      if (keptTasks.has(task)) keptFiles.add(file);
      if (own.has(task)) mineFiles.add(file);
    }
  }
  const keptScopes = new Set(keptIds('project').map(projectScope));
  const recentScopes = new Set(
    Object.entries(opened).flatMap(([id, at]) => (now - at < RECENT ? [projectScope(id)] : [])),
  );
  const rankOf = (row: FileRow): PackRank => {
    if (keptFiles.has(row.id) || keptScopes.has(row.scope)) return 'kept';
    if (mineFiles.has(row.id)) return 'mine';
    return recentScopes.has(row.scope) ? 'recent' : 'rest';
  };
  const items: PackItem[] = [];
  for (const row of here) {
    const address = `/rest/files/${row.id}`;
    const common = { file: row.id, at: row.created_at };
    if (/^image\/(?!svg)/.test(row.media_type)) {
      items.push({
        ...common,
        address: `${address}?size=small`,
        rank: 'preview',
        size: Math.min(PREVIEW, row.size),
      });
    }
    items.push({ ...common, address, rank: rankOf(row), size: row.size });
  }
  return items;
}

async function* allFiles(db: AccountDb): AsyncGenerator<FileRow> {
  let after = '';
  for (;;) {
    const page = await rows(db, files).where('id').above(after).limit(CHUNK).toArray();
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < CHUNK) return;
    after = last.id;
  }
}

/** True for a task that is assigned to the person or was created by them. */
function isOwn({ assigned_to, assigned_users, created_by }: Task, orgUserId: string): boolean {
  return [assigned_to, created_by, ...assigned_users].includes(orgUserId);
}

interface TaskFileUse {
  readonly file: string;
  readonly task: string;
}

/** Files of a project's tasks, their comments and their subtasks; the tables have an index of the scope. */
async function filesOfTasks(
  db: AccountDb,
  scope: string,
  inProject: readonly Task[],
): Promise<readonly TaskFileUse[]> {
  const [attached, said, below] = await Promise.all([
    rows(db, taskFiles).where('scope').equals(scope).toArray(),
    rows(db, comments).where('scope').equals(scope).toArray(),
    rows(db, subtasks).where('scope').equals(scope).toArray(),
  ]);
  const found = [
    ...inProject.map(({ document: file, id: task }) => ({ file, task })),
    ...attached
      .filter(({ removed_at: removedAt }) => removedAt === null)
      .map(({ file, task }) => ({ file, task })),
    ...said.filter(({ deleted }) => !deleted).map(({ attachment: file, task }) => ({ file, task })),
    ...below.filter(({ status }) => status).map(({ document: file, task }) => ({ file, task })),
  ];
  return found.flatMap(({ file, task }) => (file === null ? [] : [{ file, task }]));
}
