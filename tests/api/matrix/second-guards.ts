import type { Site } from './planted.ts';

/**
 * Guards with a second guard behind them, by file, line and, where a line has several, their kind:
 * without the first, nothing is read or changed that the second does not protect.
 */
const SECOND_GUARDS: readonly (readonly [string, string, string, string?])[] = [
  [
    'server/writer/actor.ts',
    'join organizations o on',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/writer/actor.ts',
    'join roles r on',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/writer/actor.ts',
    'join role_levels l on',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/sync/readable-scopes.ts',
    'low in (',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/sync/readable-scopes.ts',
    'high in (',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/sync/readable-scopes.ts',
    'from group_members where',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/sync/readable-scopes.ts',
    'from team_members where',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/sync/readable-scopes.ts',
    'where m.org_id = ? and m.organization_user',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/sync/readable-scopes.ts',
    'join projects p on',
    'rows of the workspace are read with their organisation',
  ],
  [
    'server/sync/readable-scopes.ts',
    'select id from ${table} where',
    "the id ends with the person's number, which belongs to one organisation alone",
  ],
  [
    'server/sync/scope-pages.ts',
    'owner = ?',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/present/task-search.ts',
    'm.org_id = tasks.org_id',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/sync/readable-scopes.ts',
    'if (stream === userStream(actor.orgUserId)) return scope ===',
    'whoever asks names a stream of their own',
  ],
  [
    'server/sync/readable-scopes.ts',
    'if (stream !== orgStream(actor.orgId)) return false',
    'whoever asks names a stream of their own',
  ],
  [
    'server/sync/readable-scopes.ts',
    "scope.startsWith('inbox:')",
    "no file is in such a scope, and a download has only scopes of one's own",
  ],
  [
    'server/sync/readable-scopes.ts',
    'if (scope === ADMIN_SCOPE)',
    "no file is in such a scope, and a download has only scopes of one's own",
  ],
  [
    'server/apply/consequences/task-move.ts',
    'and task = ? and project <> ?',
    'each row is asked for once more with its organisation',
  ],
  [
    'server/apply/consequences/task-notifications.ts',
    'from notifications where',
    "each row is asked for once more with its organisation, and its scope is the person's own",
  ],
  [
    'server/sync/device-cursors.ts',
    'from device_cursors where org_id',
    'a row of another organisation has another epoch, and is replaced by one of this',
  ],
  [
    'server/sync/device-cursors.ts',
    'join roles r on',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/sync/device-cursors.ts',
    'join role_levels l on',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/sync/device-cursors.ts',
    'left join team_members tm on',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/sync/device-cursors.ts',
    'where d.org_id = ? and d.epoch',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/sync/read-seen.ts',
    'from task_seen where org_id',
    'people of other organisations are no readers of the task',
  ],
  [
    'server/sync/note-seen.ts',
    'left join task_seen s on',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/sync/note-seen.ts',
    'left join team_members tm on',
    'the number beside it belongs to one organisation alone',
    'organisation of a join',
  ],
  ['server/apply/resolver.ts', 'select rank from', 'nothing but a place in the order comes of it'],
  ['server/sync/message-ranges.ts', 'as newest', 'nothing but the size of the window comes of it'],
  [
    'server/apply/chat-resolver.ts',
    'from org_users where',
    'the person is asked for once more with the organisation',
  ],
  [
    'server/apply/chat-resolver.ts',
    'from group_members where',
    'each member is asked for once more with the organisation',
  ],
  [
    'server/files/upload.ts',
    'select * from files where',
    'a row of another organisation was not added by this person',
  ],
  [
    'server/files/upload.ts',
    'if (row === undefined) throw missing()',
    'the row has been found by the call that comes before',
  ],
  [
    'server/http/resources/people.ts',
    'if (profile === undefined)',
    'whoever is signed in has a profile',
  ],
  [
    'server/invitations/invitations.ts',
    "'organization_user', '='",
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/auth/account-people.ts',
    "'org_id', '=', orgId",
    'the person is asked for once more with the organisation',
  ],
  [
    'server/apply/chat-resolver.ts',
    'from "groups" where',
    'its members are asked for once more with the organisation',
  ],
  [
    'server/files/upload.ts',
    'maySeeScope(sql, actor, seen)',
    'the rule for adding a file asks for the same',
  ],
  ['server/files/sweep.ts', 'limit 1', 'nothing but when bytes are removed comes of it'],
  ['server/realtime/chat-rooms.ts', 'select last_seq', 'nothing but a count comes of it'],
  [
    'server/realtime/chat-rooms.ts',
    'select organization_user, seen',
    'nothing but which news of reading is told twice comes of it',
  ],
  [
    'server/realtime/chat-rooms.ts',
    'messageMarks.table',
    "the id ends with the person's number, which belongs to one organisation alone",
  ],
  [
    'server/realtime/chat-rooms.ts',
    'select "user" from org_users',
    'the number beside it belongs to one organisation alone',
  ],
  [
    'server/push/messages.ts',
    'from group_members where',
    'each member is asked for once more with the organisation',
  ],
  [
    'server/push/messages.ts',
    'm.org_id = u.org_id',
    'the number beside it belongs to one organisation alone',
    'organisation of a join',
  ],
  [
    'server/push/messages.ts',
    'where u.org_id = ?',
    'the number beside it belongs to one organisation alone',
    'organisation in SQL',
  ],
  [
    'server/push/messages.ts',
    'where r.org_id = ?',
    'the number beside it belongs to one organisation alone',
    'organisation in SQL',
  ],
  [
    'server/push/messages.ts',
    'and a.org_id = r.org_id and a.id',
    'the number beside it belongs to one organisation alone',
    'organisation of a join',
  ],
  [
    'server/present/security-log.ts',
    'left join org_users p on',
    'the number beside it belongs to one organisation alone',
    'organisation of a join',
  ],
  [
    'server/writer/clients.ts',
    'const IN_RANGE',
    'the verdicts are joined to a client of the same organisation',
  ],
  [
    'server/writer/clients.ts',
    'on v.org_id = c.org_id',
    'the ranges of verdicts name the organisation',
  ],
  [
    'server/erasure/erase-account.ts',
    'client_id in (${clients})',
    'the clients beside it are those of the person in one organisation',
  ],
  [
    'server/present/activity.ts',
    'from org_users where',
    'the number beside it belongs to one organisation alone',
  ],
];

/** A statement on one stream names its organisation as well: a database that is spread by it needs that. */
const OF_STREAM = /org_id = \? and stream = \?|\ba\.org_id = \w\.org_id and a\.stream = /;

/** The second guard behind this one; undefined when there is none. */
export function secondGuardOf({ file, text, what }: Site): string | undefined {
  if (what.startsWith('organisation') && OF_STREAM.test(text)) {
    return 'the name of the stream belongs to one organisation alone';
  }
  return SECOND_GUARDS.find(
    ([of, part, , kind = what]) => file === of && text.includes(part) && kind === what,
  )?.[2];
}
