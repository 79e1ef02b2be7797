/**
 * Kinds of rows in the activity log, by filter. Personal rows and conversations are in none,
 * because they are private.
 */
export const ACTIVITY_KINDS = {
  people: ['org_users', 'invitations'],
  roles: ['roles', 'role_categories'],
  levels: ['role_levels'],
  projects: ['projects', 'workspaces', 'team_members', 'cards', 'labels', 'task_templates'],
  tasks: ['tasks', 'subtasks', 'task_files', 'comments'],
  other: ['organizations', 'teams', 'flags'],
} as const;
export type ActivityKind = keyof typeof ACTIVITY_KINDS;

/** True if rows of a table belong to a kind; without a kind every table matches. */
export function isOfKind(table: string, kind: string | undefined): boolean {
  if (kind === undefined) return true;
  const found = Object.entries(ACTIVITY_KINDS).find(([name]) => name === kind);
  return found?.[1].some((one) => one === table) === true;
}
