/**
 * Names of streams and scopes (SYNC-SPEC, Terms). No other module builds or parses these strings.
 */

export const ORGANIZATION_SCOPE = 'directory';
export const PERSONAL_SCOPE = 'me';
/** Scope that only levels 1 to 3 read: pending invitations. */
export const ADMIN_SCOPE = 'admin';

export function orgStream(orgId: string): string {
  return `org:${orgId}`;
}

/** The organisation of its stream; undefined for the stream of a person, whose name does not contain it. */
export function organizationOfStream(stream: string): string | undefined {
  return stream.startsWith('org:') ? stream.slice('org:'.length) : undefined;
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

/** The conversation of two organisation users, the same for both of them. */
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

/**
 * Scope in the organisation's stream that only one person reads: notifications about other people's
 * work.
 */
export function inboxScope(orgUserId: string): string {
  return `inbox:${orgUserId}`;
}
