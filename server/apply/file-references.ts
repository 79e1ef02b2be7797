import * as v from 'valibot';
import { type FileRow, files } from '../../model/entities/file.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import { quoted, type Sql, textOf } from '../store/sql.ts';
import type { WriteTx } from '../writer/writer-types.ts';

/** A column of the entities that names files. */
interface FileColumn {
  readonly table: string;
  readonly column: string;
  /** True when the rows of the table are in the organisation's stream, and so have readers by their scope. */
  readonly isShared: boolean;
}

/** Every column that contains the id of a file. */
export function fileColumns(): readonly FileColumn[] {
  return ENTITIES.flatMap(({ table, stream, files: columns }) =>
    columns.map((column) => ({ table, column, isShared: stream === 'org' })),
  );
}

/** Every column that contains a JSON list of files. */
export function fileListColumns(): readonly FileColumn[] {
  return ENTITIES.flatMap(({ table, stream, fileLists }) =>
    fileLists.map((column) => ({ table, column, isShared: stream === 'org' })),
  );
}

/** The ids in a column of `fileListColumns`. */
export function idsOfList(text: string): readonly string[] {
  return v.parse(v.array(v.string()), JSON.parse(text));
}

interface FileKey {
  readonly orgId: string;
  readonly id: string;
}

/** True when a row refers to the file, a drawing on it included. */
export async function isReferredTo(sql: Sql, key: FileKey): Promise<boolean> {
  for (const column of fileColumns()) {
    if ((await referring(sql, column, { ...key, limit: 1 })).length > 0) return true;
  }
  return isListed(sql, key);
}

/** True when a row shows the file, or a drawing on it that a row shows: a drawing without a row shows nothing. */
async function isShown(sql: Sql, key: FileKey): Promise<boolean> {
  for (const column of fileColumns()) {
    if (column.table === files.table) continue;
    if ((await referring(sql, column, { ...key, limit: 1 })).length > 0) return true;
  }
  if (await isListed(sql, key)) return true;
  for (const drawing of await drawingsOn(sql, key)) {
    if (await isShown(sql, { ...key, id: drawing })) return true;
  }
  return false;
}

/** True when a row of this scope refers to the file. */
async function isReferredToIn(sql: Sql, key: FileKey, scope: string): Promise<boolean> {
  for (const column of fileColumns()) {
    if (!column.isShared) continue;
    if ((await referring(sql, column, { ...key, scope, limit: 1 })).length > 0) return true;
  }
  return isListed(sql, key, scope);
}

function drawingsOn(sql: Sql, key: FileKey): Promise<readonly string[]> {
  return referring(sql, { table: files.table, column: 'drawn_on' }, key);
}

interface Wanted extends FileKey {
  readonly scope?: string;
  readonly limit?: number;
}

async function referring(
  sql: Sql,
  { table, column }: Pick<FileColumn, 'table' | 'column'>,
  { orgId, id, scope, limit }: Wanted,
): Promise<readonly string[]> {
  const found = await sql.all(
    `select id from ${quoted(table)} where org_id = ? and ${quoted(column)} = ?` +
      (scope === undefined ? '' : ' and scope = ?') +
      (limit === undefined ? '' : ` limit ${String(limit)}`),
    [orgId, id, ...(scope === undefined ? [] : [scope])],
  );
  return found.map((row) => textOf(row, 'id'));
}

async function isListed(sql: Sql, { orgId, id }: FileKey, scope?: string): Promise<boolean> {
  for (const { table, column, isShared } of fileListColumns()) {
    if (scope !== undefined && !isShared) continue;
    const name = quoted(column);
    const [row] = await sql.all(
      `select id from ${quoted(table)} where org_id = ? and ${name} <> '[]' and ${name} like ?` +
        (scope === undefined ? ' limit 1' : ' and scope = ? limit 1'),
      [orgId, `%"${id}"%`, ...(scope === undefined ? [] : [scope])],
    );
    if (row !== undefined) return true;
  }
  return false;
}

interface FileMove {
  readonly tx: WriteTx;
  readonly orgId: string;
  /** The new scope. */
  readonly scope: string;
}

/**
 * Moves a file with the row that refers to it (PULL-2, moved), and behind a drawing the original that nothing else in
 * the old project shows. `mayFollow` restricts which originals are moved.
 */
export async function moveFile(
  { tx, orgId, scope }: FileMove,
  id: string,
  mayFollow: (original: FileRow) => boolean = () => true,
): Promise<void> {
  const place = { orgId };
  for (let next: string | null = id; next !== null;) {
    const row: FileRow | undefined = await tx.get(files, place, next);
    if (row === undefined || row.scope === scope) return;
    if (next !== id) {
      if (!mayFollow(row)) return;
      if (await isReferredToIn(await tx.sql(), { orgId, id: next }, row.scope)) return;
    }
    await tx.put(files, place, { ...row, scope });
    next = row.drawn_on;
  }
}

/** True when no row shows the file yet, so that no project has people who see it. */
export async function isUnattached(tx: WriteTx, key: FileKey): Promise<boolean> {
  return !(await isShown(await tx.sql(), key));
}
