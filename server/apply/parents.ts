import { entityOf } from '../../model/entities/registry.ts';
import {
  ADMIN_SCOPE,
  ORGANIZATION_SCOPE,
  orgStream,
  PERSONAL_SCOPE,
  projectOfScope,
  userStream,
} from '../../model/entities/scopes.ts';
import type { Reader, RowRef } from '../../model/mutations/define-mutation.ts';
import { isMemberOf } from '../../model/mutations/context/project-context.ts';
import { type Actor, isAdministrative } from '../../model/permissions/actor.ts';
import { maySeeProject } from '../../model/permissions/project.ts';
import { textOf } from '../store/sql.ts';
import type { WriteTx } from '../writer/writer-types.ts';

interface Asked {
  readonly tx: WriteTx;
  readonly actor: Actor;
  readonly reader: Reader;
}

/**
 * True when a parent existed, in a scope that the person could read, and has been deleted (WRITE-6). A parent that
 * never existed and one outside their scopes are both `not_found`.
 */
export async function isParentDeleted(
  { tx, actor, reader }: Asked,
  parents: readonly RowRef[],
): Promise<boolean> {
  for (const { table, id } of parents) {
    const entity = entityOf(table);
    if (entity === undefined || (await reader.get(entity, id)) !== undefined) continue;
    const stream = entity.stream === 'user' ? userStream(actor.orgUserId) : orgStream(actor.orgId);
    const sql = await tx.sql();
    const [tombstone] = await sql.all(
      `select scope from changes where org_id = ? and stream = ? and tbl = ? and id = ? and kind = 'del'`,
      [actor.orgId, stream, table, id],
    );
    if (tombstone === undefined) continue;
    const scope = textOf(tombstone, 'scope');
    if (await isVisible(reader, actor, scope)) return true;
  }
  return false;
}

async function isVisible(reader: Reader, actor: Actor, scope: string): Promise<boolean> {
  if (scope === ORGANIZATION_SCOPE || scope === PERSONAL_SCOPE) return true;
  if (scope === ADMIN_SCOPE) return isAdministrative(actor);
  const project = projectOfScope(scope);
  return project !== undefined && maySeeProject(actor, await isMemberOf(reader, actor, project));
}
