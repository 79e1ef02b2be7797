import { type Behind, HARMLESS, type Place } from './harmless-guards.ts';
import type { Site } from './planted.ts';

/**
 * Guards with a second guard behind them: without the first, nothing is read or changed that the second does not protect.
 */
const SECOND_GUARDS: readonly Behind[] = [
  {
    reason: 'the number beside it belongs to one organisation alone',
    guards: {
      'server/writer/actor.ts': [
        'join organizations o on',
        'join roles r on',
        'join role_levels l on',
        ['ou.program = 1', 'organisation in SQL'],
      ],
      'server/sync/readable-scopes.ts': [
        'low in (',
        'high in (',
        'from group_members where',
        'from team_members where',
        'where m.org_id = ? and m.organization_user',
      ],
      'server/sync/scope-pages.ts': ['owner = ?'],
      'server/present/task-search.ts': [['from team_members m where', 'organisation in SQL']],
      'server/sync/device-cursors.ts': [
        'join roles r on',
        'join role_levels l on',
        'left join team_members tm on',
        'where d.org_id = ? and d.epoch',
      ],
      'server/sync/note-seen.ts': [
        'left join task_seen s on',
        ['left join team_members tm on', 'organisation of a join'],
      ],
      'server/invitations/invitations.ts': ["'organization_user', '='"],
      'server/realtime/chat-rooms.ts': ['select "user" from org_users'],
      'server/push/messages.ts': [
        ['m.org_id = u.org_id', 'organisation of a join'],
        ['where u.org_id = ?', 'organisation in SQL'],
        ['where r.org_id = ?', 'organisation in SQL'],
        ['and a.org_id = r.org_id and a.id', 'organisation of a join'],
      ],
      'server/present/security-log.ts': [['left join org_users p on', 'organisation of a join']],
      'server/present/activity.ts': ['from org_users where'],
      'server/apply/consequences/task-notifications.ts': [
        ['from notifications where', 'organisation in SQL'],
      ],
      'server/apply/consequences/notification-read.ts': [
        ['from notifications where', 'organisation in SQL'],
      ],
      'server/apply/consequences/receipt-settings.ts': ['and person = ?'],
      'server/archive/own-account.ts': ['join organizations o on'],
      'server/auth/organization-tokens.ts': [
        'orgId)\n    .where(',
        "select('org_user').where",
        "'organization_user', '=', ended.org_user",
      ],
      'server/archive/own-rows.ts': ['select * from org_users where'],
      'server/archive/write-archive.ts': ['from organizations where'],
      'server/erasure/erase-account.ts': ['and person = ?'],
      'server/erasure/erase-organizations.ts': ['delete from org_users where'],
      'server/erasure/erase-people.ts': [
        'select planned_by from',
        'delete from person_erasures where',
      ],
      'server/erasure/retention.ts': ['from organizations where'],
      'server/erasure/requests.ts': ["'person', '=', orgUserId", "'person', '=', person"],
      'server/files/picture-limit.ts': [['from files where', 'organisation in SQL']],
      'server/sync/receipt-settings.ts': [
        'join organizations o on',
        'where ou.org_id = ? and ou.id',
      ],
      'server/sync/outlines.ts': [
        ['select project from team_members where', 'organisation in SQL'],
        'union select project from tasks where',
      ],
    },
  },
  {
    reason: 'rows of the workspace are read with their organisation',
    guards: {
      'server/sync/readable-scopes.ts': ['join projects p on'],
    },
  },
  {
    reason: "the id ends with the person's number, which belongs to one organisation alone",
    guards: {
      'server/sync/readable-scopes.ts': ['select id from ${table} where'],
      'server/realtime/chat-rooms.ts': ['messageMarks.table'],
      'server/push/messages.ts': [['where n.org_id = r.org_id', 'organisation of a join']],
    },
  },
  {
    reason: 'the stream of a request is one of the caller',
    guards: {
      'server/sync/readable-scopes.ts': [
        'if (stream === userStream(actor.orgUserId)) return scope ===',
        'if (stream !== orgStream(actor.orgId)) return false',
      ],
    },
  },
  {
    reason: "no file is in such a scope, and a download has only scopes of one's own",
    guards: {
      'server/sync/readable-scopes.ts': [
        "scope.startsWith('inbox:')",
        'if (scope === ADMIN_SCOPE)',
      ],
    },
  },
  {
    reason: 'a row of another organisation has another epoch, and is replaced by one of this',
    guards: {
      'server/sync/device-cursors.ts': ['from device_cursors where org_id'],
    },
  },
  {
    reason: 'people of other organisations are no readers of the task',
    guards: {
      'server/sync/read-seen.ts': ['from task_seen where org_id'],
    },
  },
  {
    reason: 'the person is asked for once more with the organisation',
    guards: {
      'server/apply/chat-resolver.ts': ['from org_users where'],
      'server/auth/account-people.ts': ["'org_id', '=', orgId"],
    },
  },
  {
    reason: 'each member is asked for once more with the organisation',
    guards: {
      'server/apply/chat-resolver.ts': ['from group_members where'],
      'server/push/messages.ts': ['from group_members where'],
    },
  },
  {
    reason: 'a row of another organisation was not added by this person',
    guards: {
      'server/files/upload.ts': ['select * from files where'],
    },
  },
  {
    reason: 'the row has been found by the call that comes before',
    guards: {
      'server/files/upload.ts': ['if (row === undefined) throw missing()'],
    },
  },
  {
    reason: 'every signed-in person has a profile',
    guards: {
      'server/http/resources/people.ts': ['if (profile === undefined)'],
    },
  },
  {
    reason: 'its members are asked for once more with the organisation',
    guards: {
      'server/apply/chat-resolver.ts': ['from "groups" where'],
    },
  },
  {
    reason: 'the rule for adding a file asks for the same',
    guards: {
      'server/files/upload.ts': ['maySeeScope(sql, actor, seen)'],
    },
  },
  {
    reason: 'the verdicts are joined to a client of the same organisation',
    guards: {
      'server/writer/clients.ts': ['const IN_RANGE'],
    },
  },
  {
    reason: 'the ranges of verdicts name the organisation',
    guards: {
      'server/writer/clients.ts': ['on v.org_id = c.org_id'],
    },
  },
  {
    reason: 'the clients beside it are those of the person in one organisation',
    guards: {
      'server/erasure/erase-account.ts': ['client_id in (${clients})'],
    },
  },
  {
    reason: 'the id beside it is that of the organisation',
    guards: {
      'server/sync/cold-since.ts': ['select detail_months'],
    },
  },
  {
    reason: 'the name of the stream belongs to one organisation alone',
    guards: {
      'server/erasure/old-activity.ts': [
        'select stream from streams where',
        "kind = 'activity' and id",
      ],
    },
  },
  {
    reason: 'the server has chosen the id beside it at random',
    guards: {
      'server/auth/api-token-rows.ts': ['former.org_id'],
      'server/webhooks/deliveries.ts': [
        'row.org_id',
        "db.updateTable('webhook_deliveries').where",
        "const hook = db.updateTable('webhooks')",
        "'id', '=', delivery",
      ],
    },
  },
  {
    reason: 'the webhook has been found in the organisation before',
    guards: {
      'server/webhooks/hooks.ts': [
        ['actor.orgId', 'organisation in a query'],
        'const sent = db.deleteFrom',
        "db.deleteFrom('webhooks')",
      ],
    },
  },
  {
    reason: 'the deliveries beside it are read with the organisation',
    guards: {
      'server/webhooks/deliveries.ts': ["orgId)\n    .where('id', '=', webhook)"],
    },
  },
  {
    reason:
      'the times are looked up by ids of tokens that were read with the organisation and the person',
    guards: {
      'server/auth/former-secrets.ts': [
        "orgId)\n    .where('valid_until'",
        'userId === undefined ? all',
      ],
    },
  },
  {
    reason: "the session is the caller's own",
    guards: {
      'server/auth/calendar-feeds.ts': ['userId)\n    .executeTakeFirst()'],
    },
  },
  {
    reason: 'an account that belongs to another organisation as well is refused',
    guards: {
      'server/auth/member-sessions.ts': ["'org_id', '=', actor.orgId"],
    },
  },
  {
    reason: 'nobody has rights in an organisation without a number',
    guards: {
      'server/http/pipeline.ts': ['if (orgId === undefined) throw noOrganization();\n  const'],
    },
  },
  {
    reason: 'rows are read with the organisation of the call, whatever it names',
    guards: {
      'server/http/resources/files.ts': ['named !== undefined && named !== orgId'],
      'server/present/loaders.ts': ['named !== actor.orgId'],
    },
  },
  {
    reason: 'a logout token that has expired is refused anyway',
    guards: {
      'server/sso/logout.ts': ["orgId)\n    .where('expires_at'"],
    },
  },
  {
    reason: 'each row is read again with its organisation, and with what makes it due',
    guards: {
      'server/writer/erase-tasks.ts': ['deleted_at <= ?'],
      'server/erasure/erase-projects.ts': ['select id from tasks where', '${quoted(column)} = ?'],
      'server/erasure/old-rows.ts': ['where t.org_id = ? and t.id > ?'],
    },
  },
  {
    reason: "each row is erased as one of the person's own",
    guards: {
      'server/erasure/erase-people.ts': [['owner = ?', 'owner in SQL']],
    },
  },
  {
    reason: 'every place in the organisation is removed with it',
    guards: {
      'server/files/consequences.ts': ['place is not null'],
    },
  },
  {
    reason: "the epoch of a stream that is not the caller's own is refused as well",
    guards: {
      'server/apply/apply-calls.ts': ['if (stream === undefined) throw noOrganization()'],
    },
  },
  {
    reason: "what is compared has the person's number, which belongs to one organisation alone",
    guards: {
      'server/sync/device-holdings.ts': ["'session_id', '=', sessionId"],
    },
  },
  {
    reason: 'without the row the call fails anyway',
    guards: {
      'server/http/resources/retention.ts': ['if (row === undefined) throw missing()'],
      'server/http/resources/task-files.ts': ['if (task === undefined) throw missing()'],
      'server/http/resources/task-steps.ts': ['if (task === undefined) throw missing()'],
    },
  },
  {
    reason: 'what is returned is read with the task, which has its own guard',
    guards: {
      'server/http/resources/task-steps.ts': ['if (id !== undefined && step === undefined)'],
    },
  },
  {
    reason: 'the row has been found as deleted in its organisation before',
    guards: {
      'server/writer/deleted-texts.ts': ['select deleted from'],
    },
  },
];

/** A statement on one stream names its organisation as well: a database that is spread by it needs that. */
const OF_STREAM = /org_id = \? and stream = \?|\ba\.org_id = \w\.org_id and a\.stream = /;

/** The second guard behind this one, or what else hides its absence; undefined when there is none. */
export function secondGuardOf({ file, text, what }: Site): string | undefined {
  if (what.startsWith('organisation') && OF_STREAM.test(text)) {
    return 'the name of the stream belongs to one organisation alone';
  }
  const isHere = (place: Place): boolean => {
    const [part, kind] = typeof place === 'string' ? [place, what] : place;
    return text.includes(part) && kind === what;
  };
  return [...SECOND_GUARDS, ...HARMLESS].find(({ guards }) => guards[file]?.some(isHere) === true)
    ?.reason;
}
