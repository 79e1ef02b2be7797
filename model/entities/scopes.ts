/** Names of streams and scopes (sync-protocol, Words). Nobody else builds or takes apart these strings. */

export const ORGANIZATION_SCOPE = 'directory';
export const PERSONAL_SCOPE = 'me';
/** What only levels 1 to 3 read: pending invitations. */
export const ADMIN_SCOPE = 'admin';

export function orgStream(orgId: string): string {
  return `org:${orgId}`;
}

export function userStream(orgUserId: string): string {
  return `user:${orgUserId}`;
}

export function projectScope(projectId: string): string {
  return `project:${projectId}`;
}

export function workspaceScope(workspaceId: string): string {
  return `workspace:${workspaceId}`;
}

/** The project of a scope, or undefined when it is another kind of scope. */
export function projectOfScope(scope: string): string | undefined {
  return scope.startsWith('project:') ? scope.slice('project:'.length) : undefined;
}

/** The workspace of a scope, or undefined when it is another kind of scope. */
export function workspaceOfScope(scope: string): string | undefined {
  return scope.startsWith('workspace:') ? scope.slice('workspace:'.length) : undefined;
}

export function groupScope(groupId: string): string {
  return `group:${groupId}`;
}

/** The group of a scope, or undefined when it is another kind of scope. */
export function groupOfScope(scope: string): string | undefined {
  return scope.startsWith('group:') ? scope.slice('group:'.length) : undefined;
}

/** The conversation of two organisation users; whichever of them asks, it is the same. */
export function directScope(one: string, other: string): string {
  const [low, high] = Number(one) < Number(other) ? [one, other] : [other, one];
  return `direct:${low}:${high}`;
}

/** The two organisation users of a conversation, the lower number first; undefined for anything else. */
export function peopleOfDirect(scope: string): readonly [string, string] | undefined {
  const [, low, high] = /^direct:([1-9][0-9]{0,14}):([1-9][0-9]{0,14})$/.exec(scope) ?? [];
  if (low === undefined || high === undefined || Number(low) >= Number(high)) return undefined;
  return [low, high];
}

/** What only one person reads of the organisation's stream: news about other people's work. */
export function inboxScope(orgUserId: string): string {
  return `inbox:${orgUserId}`;
}
