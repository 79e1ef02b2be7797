/**
 * Schemas of earlier releases by Dexie version: a store of such a release must open with this build (VER-1). No entry
 * is ever edited.
 */

/** An account's store. */
export const ACCOUNT_SCHEMAS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
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

const DEVICE_1 = { accounts: 'key, userId', session: 'id' };
const DEVICE_2 = { ...DEVICE_1, drafts: 'key, account' };
const DEVICE_3 = { ...DEVICE_2, leaving: 'dbName', ending: 'id', former: 'dbName, account' };
const DEVICE_4 = { ...DEVICE_3, departures: 'id, userId' };
const DEVICE_5 = { ...DEVICE_4, sealedDrafts: 'id, account' };

/** The store of a device. */
export const DEVICE_SCHEMAS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1: DEVICE_1,
  2: DEVICE_2,
  3: DEVICE_3,
  4: DEVICE_4,
  5: DEVICE_5,
};
