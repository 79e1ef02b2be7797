/**
 * Schemas of earlier releases of the account's store, by Dexie version. Frozen: a store of such a release must open
 * with this build, so each change of tables or indexes adds an entry, and no entry is ever edited.
 */
export const RELEASED_SCHEMAS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1: {
    meta: 'key',
    streams: 'stream',
    base: 'key',
    outbox: 'seq, *keys, state',
    rejected: 'seq, *keys, group',
    journal: 'seq, stream, retiredAt',
    notices: 'id',
    organizations: 'id, scope',
    role_levels: 'id, scope',
    role_categories: 'id, scope',
    roles: 'id, scope',
    org_users: 'id, scope',
    flags: 'id, scope',
    workspaces: 'id, scope, name',
    projects: 'id, scope, workspace, slug',
    team_members: 'id, scope, project, organization_user',
    cards: 'id, scope, [lane+rank+id]',
    tasks: 'id, scope, [lane+rank+id], assigned_to, *assigned_users',
    comments: 'id, scope, [task+created_at+id]',
    note_tags: 'id, scope, name',
    notes: 'id, scope, created_at, tags',
  },
};

/** Dexie version of this build: the one after the newest release. */
export const STORE_VERSION = 2;
