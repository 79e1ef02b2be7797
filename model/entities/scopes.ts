/** Names of streams and scopes (sync-protocol, Words). Nobody else builds or takes apart these strings. */

export const DIRECTORY_SCOPE = 'directory';
export const PERSONAL_SCOPE = 'me';

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
