import type { Entity } from '../../model/entities/define-entity.ts';
import { files } from '../../model/entities/file.ts';
import { projects } from '../../model/entities/project.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import { orgStream, projectScope, workspaceScope } from '../../model/entities/scopes.ts';
import { teamMembers } from '../../model/entities/team-member.ts';
import { workspaces } from '../../model/entities/workspace.ts';
import { removeFile } from '../files/sweep.ts';
import { quoted, type Sql, textOf } from '../store/sql.ts';
import { entitiesOfScope } from '../sync/readable-scopes.ts';
import { authorOf } from '../writer/author-of.ts';
import {
  eraseDeleted,
  type EraseDeps,
  eraseTask,
  isOverdue,
  type RowKey,
} from '../writer/erase-tasks.ts';
import type { WriteTx } from '../writer/writer-types.ts';

/** Rows erased in one write; other writes wait for it. */
const AT_ONCE = 100;

/**
 * Erases projects and workspaces that were deleted longer ago than the time of their organisation (decision 0091). The
 * first write erases the row itself (of a workspace: with the rows of its projects), so that nothing can be restored by
 * half, and notes in `erasures` what is left. Writes of bounded size then erase the members, which ends the access of
 * everybody, the tasks, and the rest. An interrupted run is continued by the next one. Returns the number of projects
 * and workspaces whose last row is erased.
 */
export async function eraseDeletedProjects(deps: EraseDeps): Promise<number> {
  await eraseDeleted(deps, { table: 'projects', erase: (key) => eraseProjectRow(deps, key) });
  await eraseDeleted(deps, { table: 'workspaces', erase: (key) => eraseWorkspaceRow(deps, key) });
  const left = await deps.database.snapshot((sql) =>
    sql.all("select org_id, kind, id from erasures where kind in ('project', 'workspace')"),
  );
  for (const row of left) {
    const key = { orgId: textOf(row, 'org_id'), id: textOf(row, 'id') };
    if (textOf(row, 'kind') === 'project') await eraseRestOfProject(deps, key);
    else await eraseRestOfWorkspace(deps, key);
    await deps.writer.separate(async (tx) => {
      const sql = await tx.sql();
      await sql.run('delete from erasures where org_id = ? and kind = ? and id = ?', [
        key.orgId,
        textOf(row, 'kind'),
        key.id,
      ]);
    });
  }
  return left.length;
}

async function eraseProjectRow({ writer, now }: EraseDeps, { orgId, id }: RowKey) {
  return await writer.write([orgStream(orgId)], async (tx) => {
    const project = await tx.get(projects, { orgId }, id);
    if (project === undefined || !(await isOverdue(tx, orgId, { row: project, now }))) return false;
    const sql = await tx.sql();
    const deletion = { orgId, id, table: projects.table, field: 'deleted_at' };
    tx.setAuthor({ orgUserId: await authorOf(sql, deletion) });
    await note(sql, { orgId, id, kind: 'project' });
    await tx.erase(projects, { orgId }, id);
    return true;
  });
}

async function eraseWorkspaceRow({ writer, now }: EraseDeps, { orgId, id }: RowKey) {
  return await writer.write([orgStream(orgId)], async (tx) => {
    const workspace = await tx.get(workspaces, { orgId }, id);
    if (workspace === undefined) return false;
    if (!(await isOverdue(tx, orgId, { row: workspace, now }))) return false;
    const sql = await tx.sql();
    const deletion = { orgId, id, table: workspaces.table, field: 'deleted_at' };
    tx.setAuthor({ orgUserId: await authorOf(sql, deletion) });
    await note(sql, { orgId, id, kind: 'workspace' });
    const within = await sql.all('select id from projects where org_id = ? and workspace = ?', [
      orgId,
      id,
    ]);
    for (const row of within) {
      const project = textOf(row, 'id');
      await note(sql, { orgId, id: project, kind: 'project' });
      await tx.erase(projects, { orgId }, project);
    }
    await tx.erase(workspaces, { orgId }, id);
    return true;
  });
}

async function note(
  sql: Sql,
  { orgId, kind, id }: RowKey & { readonly kind: 'project' | 'workspace' },
): Promise<void> {
  await sql.run(
    'insert into erasures (org_id, kind, id, up_to) values (?, ?, ?, 0) on conflict do nothing',
    [orgId, kind, id],
  );
}

/** Rows about a project outside of its scope: notifications, and what people have muted. */
const ABOUT_PROJECTS = ENTITIES.filter(
  ({ stream, columns }) => stream === 'org' && 'project' in columns,
);

async function eraseRestOfProject(deps: EraseDeps, key: RowKey): Promise<void> {
  const author = (sql: Sql) => authorOf(sql, { ...key, table: projects.table, field: '*' });
  await eraseAll(deps, key, { entity: teamMembers, column: 'project', value: key.id, author });
  await eraseTasksOf(deps, key, author);
  const scope = projectScope(key.id);
  // Files last: nothing refers to them any more.
  const inScope = entitiesOfScope(scope).toSorted(
    (a, b) => Number(a === files) - Number(b === files),
  );
  for (const entity of ABOUT_PROJECTS) {
    await eraseAll(deps, key, { entity, column: 'project', value: key.id, author });
  }
  for (const entity of inScope) {
    await eraseAll(deps, key, { entity, column: 'scope', value: scope, author });
  }
}

async function eraseRestOfWorkspace(deps: EraseDeps, key: RowKey): Promise<void> {
  const author = (sql: Sql) => authorOf(sql, { ...key, table: workspaces.table, field: '*' });
  const scope = workspaceScope(key.id);
  for (const entity of entitiesOfScope(scope)) {
    await eraseAll(deps, key, { entity, column: 'scope', value: scope, author });
  }
}

async function eraseTasksOf(
  deps: EraseDeps,
  { orgId, id: project }: RowKey,
  author: (sql: Sql) => Promise<string>,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const some = await deps.database.snapshot((sql) =>
      sql.all(
        `select id from tasks where org_id = ? and project = ? and id > ? order by id limit ${String(AT_ONCE)}`,
        [orgId, project, from],
      ),
    );
    for (const row of some) {
      const key = { orgId, id: textOf(row, 'id') };
      // Somebody may have moved it to another project before this one was erased.
      await eraseTask(deps, key, {
        isDue: async (_tx, task) => task.project === project,
        author,
      });
    }
    const last = some[AT_ONCE - 1];
    after = last && textOf(last, 'id');
  }
}

interface Rows {
  readonly entity: Entity;
  readonly column: 'project' | 'scope';
  readonly value: string;
  readonly author: (sql: Sql) => Promise<string>;
}

/** Erases rows in writes of at most `AT_ONCE` of them. */
async function eraseAll(
  { database, writer, now }: EraseDeps,
  { orgId }: RowKey,
  { entity, column, value, author }: Rows,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const found = await database.snapshot((sql) =>
      sql.all(
        `select id from ${quoted(entity.table)} where org_id = ? and ${quoted(column)} = ? and id > ?
         order by id limit ${String(AT_ONCE)}`,
        [orgId, value, from],
      ),
    );
    const ids = found.map((row) => textOf(row, 'id'));
    if (ids.length > 0) {
      await writer.write([orgStream(orgId)], async (tx) => {
        tx.setAuthor({ orgUserId: await author(await tx.sql()) });
        for (const id of ids) await eraseOne(tx, { orgId, id }, { entity, column, value, now });
      });
    }
    after = ids[AT_ONCE - 1];
  }
}

async function eraseOne(
  tx: WriteTx,
  { orgId, id }: RowKey,
  { entity, column, value, now }: Omit<Rows, 'author'> & { readonly now: number },
): Promise<void> {
  const row = await tx.get(entity, { orgId }, id);
  // Read again behind the lock: a file may have moved with its task.
  if (row === undefined || row[column] !== value) return;
  if (entity.table === files.table) await removeFile(tx, { orgId, id }, now);
  else await tx.erase(entity, { orgId }, id);
}
