import { comments } from '../../model/entities/comment.ts';
import { type FileRow, files } from '../../model/entities/file.ts';
import { projectScope } from '../../model/entities/scopes.ts';
import { subtasks } from '../../model/entities/subtask.ts';
import { tasks } from '../../model/entities/task.ts';
import { taskFiles } from '../../model/entities/task-file.ts';
import Dexie from 'dexie';
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
 * Files that the server has and this person may see, each with its usefulness. Reads the rows of files in chunks, and of the
 * other tables only tasks of projects that have files, and what belongs to those of the person and the kept ones.
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
  const keptFiles = new Set([...keptIds('file'), ...(await filesOfTasks(db, keptIds('task')))]);
  const scopes = [...new Set(here.map(({ scope }) => scope))];
  const mineFiles = new Set(await filesOfTasks(db, await ownTasks(db, orgUserId, scopes)));
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

/** Tasks that are assigned to the person, and those of projects with files that were created by them. */
async function ownTasks(
  db: AccountDb,
  orgUserId: string,
  scopes: readonly string[],
): Promise<readonly string[]> {
  const own = new Set<string>();
  for (const index of ['assigned_to', 'assigned_users']) {
    for (const { id } of await rows(db, tasks).where(index).equals(orgUserId).toArray()) {
      own.add(id);
    }
  }
  for (const scope of scopes) {
    for (const task of await rows(db, tasks).where('scope').equals(scope).toArray()) {
      if (task.created_by === orgUserId) own.add(task.id);
    }
  }
  return [...own];
}

/** Files of tasks, their comments and their sub-tasks, by the indexes of these tables. */
async function filesOfTasks(db: AccountDb, ids: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  const put = (id: string | null | undefined) => {
    if (id !== null && id !== undefined) found.push(id);
  };
  for (let start = 0; start < ids.length; start += CHUNK) {
    const part = ids.slice(start, start + CHUNK);
    for (const task of await rows(db, tasks).bulkGet(part)) put(task?.document);
    for (const id of part) {
      const low = [id, Dexie.minKey, Dexie.minKey];
      const high = [id, Dexie.maxKey, Dexie.maxKey];
      const own = await rows(db, taskFiles).where('[lane+rank+id]').between(low, high).toArray();
      for (const { file } of own) put(file);
      const said = await rows(db, comments)
        .where('[task+created_at+id]')
        .between(low, high)
        .toArray();
      for (const { attachment, deleted } of said) if (!deleted) put(attachment);
      for (const { document } of await subtasksOf(db, id)) put(document);
    }
  }
  return found;
}

function subtasksOf(db: AccountDb, task: string) {
  return rows(db, subtasks)
    .where('[lane+rank+id]')
    .between([task, Dexie.minKey, Dexie.minKey], [task, Dexie.maxKey, Dexie.maxKey])
    .toArray();
}
