import type { RawRow } from './define-entity.ts';
import { assigneesOf, tasks } from './task.ts';
import { teamMembers } from './team-member.ts';

/**
 * OUT-2.2: true for a row that makes its project concern a person: their membership, an open task of theirs, or one that
 * waits for their acceptance. The server reads the same for a first download.
 */
export function concerns(orgUserId: string, table: string, row: RawRow): boolean {
  if (table === teamMembers.table) return teamMembers.parse(row).organization_user === orgUserId;
  if (table !== tasks.table) return false;
  const task = tasks.parse(row);
  if (task.is_completed) return false;
  const waits = task.is_completed_employee && task.created_by === orgUserId;
  return waits || assigneesOf(task).includes(orgUserId);
}
