import { isDetailTable } from '../../../model/entities/details.ts';
import { orgUsers } from '../../../model/entities/org-user.ts';
import { roleLevels } from '../../../model/entities/role-level.ts';
import { roles } from '../../../model/entities/role.ts';
import { orgStream, projectOfScope } from '../../../model/entities/scopes.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { refOfKey, rowKey } from '../../../sync/core/row-key.ts';
import { receivedOf } from '../../../sync/store/queries/received.ts';
import type { StoreView } from '../store-view.ts';
import type { Truth } from '../truth.ts';

/** State of a device's disk before and after a commit; `truth` is undefined while the server is down. */
interface ReportingCommit {
  readonly before: StoreView;
  readonly after: StoreView;
  readonly orgId: string;
  readonly orgUserId: string;
  readonly truth: Truth | undefined;
}

const TABLES: ReadonlySet<string> = new Set(['tasks', 'subtasks', 'comments', 'task_files']);

/**
 * RECEIPT-1: where the report of this device would make the server say that a row is on it, the row is on it. A row
 * that was missing before the commit under the same report was damaged on the disk (PULL-9), which no report shows.
 */
export function reportsOnlyWhatIsHere(commit: ReportingCommit): string | undefined {
  const { before, after, truth, orgId, orgUserId } = commit;
  const stream = orgStream(orgId);
  const report = receivedOf(after.streams.get(stream));
  const server = truth?.streams().get(stream);
  if (report === undefined || server === undefined || truth === undefined) return undefined;
  if (report.epoch !== server.epoch || report.cursor > server.head) return undefined;
  const rows = truth.visibleTo(orgId, orgUserId);
  const versionOf = (table: string, id: unknown) =>
    typeof id === 'string' ? (rows.get(rowKey(table, id))?.v ?? 0) : 0;
  const person = rows.get(rowKey(orgUsers.table, orgUserId));
  const role = rows.get(rowKey(roles.table, String(person?.['user_role'])));
  const mayReadSince = Math.max(
    person?.v ?? 0,
    role?.v ?? 0,
    versionOf(roleLevels.table, role?.['level']),
  );
  if (report.cursor < mayReadSince) return undefined;
  const earlier = receivedOf(before.streams.get(stream));
  for (const [key, row] of rows) {
    const project = projectOfScope(row.scope);
    const { table } = refOfKey(key);
    if (project === undefined || !TABLES.has(table) || row.v > report.cursor) continue;
    const joined = versionOf(teamMembers.table, memberId(project, orgUserId));
    if (joined > report.cursor || (report.outlined && isDetailTable(table) && joined === 0)) {
      continue;
    }
    if (hasVersion(after, key, row.v)) continue;
    if (earlier !== undefined && earlier.cursor >= row.v && !hasVersion(before, key, row.v)) {
      continue;
    }
    return `the device reports ${String(report.cursor)} and lacks ${key} at ${String(row.v)}`;
  }
  return undefined;
}

function hasVersion(view: StoreView, key: string, v: number): boolean {
  return (view.base.get(key)?.v ?? view.rows.get(key)?.v ?? -1) >= v;
}
