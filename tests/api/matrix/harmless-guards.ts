/** A part of the guard's line or the next one and, where a line has several guards, the kind. */
export type Place = string | readonly [part: string, kind: string];

/** Guards whose absence goes undetected for the same reason, by file. */
export interface Behind {
  readonly reason: string;
  readonly guards: Readonly<Record<string, readonly Place[]>>;
}

/** Guards without which no row of another person is read or changed: each reason says what comes of their absence. */
export const HARMLESS: readonly Behind[] = [
  {
    reason: 'nothing but a place in the order comes of it',
    guards: {
      'server/apply/resolver.ts': ['select rank from'],
      'server/sync/bootstrap.ts': ['select id from projects where org_id = ? and slug'],
    },
  },
  {
    reason: 'nothing but whether a project is sent hot comes of it',
    guards: {
      'server/sync/outlines.ts': [
        ['from tasks where org_id = ? and scope', 'organisation in SQL'],
        ['from tasks where org_id = ? and scope', 'scope in SQL'],
      ],
    },
  },
  {
    reason: 'nothing but the size of the window comes of it',
    guards: {
      'server/sync/message-ranges.ts': ['as newest'],
    },
  },
  {
    reason: 'nothing but when bytes are removed comes of it',
    guards: {
      'server/files/sweep.ts': ['limit 1'],
    },
  },
  {
    reason: 'nothing but a count comes of it',
    guards: {
      'server/realtime/chat-rooms.ts': ['select last_seq'],
    },
  },
  {
    reason: 'it only decides which read marks are sent a second time',
    guards: {
      'server/realtime/chat-rooms.ts': ['select organization_user, seen'],
    },
  },
  {
    reason: 'nothing but a limit on their number comes of it',
    guards: {
      'server/auth/organization-tokens.ts': ["const all = db.selectFrom('organization_tokens')"],
      'server/webhooks/hooks.ts': ["const all = db.selectFrom('webhooks')"],
      'server/files/picture-limit.ts': [['from files where', 'scope in SQL']],
    },
  },
  {
    reason: 'nothing but whether rights are read again comes of it',
    guards: {
      'server/writer/demanded-factor.ts': ['factor_levels > 0'],
    },
  },
  {
    reason: 'nothing but the refusal of a photo comes of it',
    guards: {
      'server/apply/consequences/task-steps.ts': ['from task_steps where'],
    },
  },
  {
    reason: 'nothing but whether the original of a drawing moves along comes of it',
    guards: {
      'server/apply/consequences/task-move.ts': [['limit 1', 'organisation in SQL']],
    },
  },
  {
    reason: 'nothing but what a download leaves out comes of it',
    guards: {
      'server/sync/outlines.ts': [['select project from team_members where', 'member in SQL']],
    },
  },
];
