import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import {
  checkSchema,
  pullPageSchema,
  pushAnswerSchema,
  scopePageSchema,
} from '../../../model/protocol/messages.ts';
import { holdingsSchema } from '../../../model/protocol/device-holdings.ts';
import { reportVerdictsSchema } from '../../../model/protocol/sign-off-report.ts';
import { summaryTasksAnswerSchema } from '../../../model/protocol/summary-tasks.ts';
import type { Route } from '../pipeline.ts';
import {
  having,
  ID,
  listOf,
  NUMBER,
  orNull,
  row,
  type RowName,
  TEXT,
  TRUTH,
} from './answer-rows.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { WRITTEN } from './written-rows.ts';
import { type Described, SIGN_IN_ANSWERS } from './sign-in-answers.ts';

const NOTHING = { type: 'null' } as const;
const SUCCESS = { success: { type: 'boolean' } } as const;

const rows = (name: RowName, fields: Described['fields'] = {}): Described => ({
  data: listOf(row(name)),
  fields,
});
const messages: Described = rows('Message', {
  count: NUMBER,
  results: listOf(row('Message')),
  messages: listOf(row('Message')),
});
const overdue = having(
  Object.fromEntries(
    ['current_tasks', 'upcoming', 'overdue', 'completed'].map((name) => [
      name,
      listOf(row('TaskOfOverview')),
    ]),
  ),
);
const profile = listOf(having({ organization_user: row('PersonWithWorkspaces') }));

const TOKEN = {
  id: TEXT,
  name: TEXT,
  access: TEXT,
  created_at: NUMBER,
  expires_at: NUMBER,
  used_at: orNull(NUMBER),
  former_until: orNull(NUMBER),
} as const;
/** The new secret of a token. */
const REPLACED = { id: TEXT, token: TEXT, former_until: orNull(NUMBER) } as const;
const ORGANIZATION_TOKEN = {
  ...TOKEN,
  organization_user: NUMBER,
  projects: orNull(listOf(TEXT)),
  created_by: NUMBER,
} as const;

const WEBHOOK = {
  id: TEXT,
  url: TEXT,
  kinds: listOf(TEXT),
  active: TRUTH,
  created_at: NUMBER,
  former_until: orNull(NUMBER),
} as const;

/** How far a task has come to one person (RECEIPT-2). */
const receipt = having({
  organization_user: ID,
  received: NUMBER,
  received_details: NUMBER,
  received_details_since: NUMBER,
  reported_at: orNull(NUMBER),
  seen: NUMBER,
});

const ERASURE = { organization_user: TEXT, asked_at: orNull(NUMBER), erase_at: orNull(NUMBER) };
const MAIL_DIGEST = { digest: TEXT, reminders: TRUTH, time_zone: TEXT } as const;

/** Calls other than mutations, by method and path; all others respond without data. */
const ANSWERS: Readonly<Record<string, Described>> = {
  ...SIGN_IN_ANSWERS,
  'POST api/user-organization-create/': {
    data: having({
      users: having({ display_name: TEXT, email: TEXT, phone_number: TEXT }),
      organization: having({ name: TEXT }),
    }),
  },
  'POST api/organization-invite/look/': { data: { type: 'object' } },
  'POST api/organization-invite/join/': { data: having({ organization_id: NUMBER }) },
  'POST api/password-reset/look/': { data: having({ display_name: TEXT, email: TEXT }) },
  'GET api/email-address/': { data: having({ email: TEXT, confirmed: TRUTH }) },
  'POST api/email-address/confirm/': { data: having({ email: TEXT }) },
  'GET api/session/list/': {
    data: listOf(
      having({
        id: TEXT,
        browser: orNull(TEXT),
        created_at: NUMBER,
        used_at: NUMBER,
        expires_at: NUMBER,
        ends_at: NUMBER,
        address: orNull(TEXT),
        shared: TRUTH,
        holds: orNull(jsonSchemaOf(holdingsSchema)),
        current: TRUTH,
      }),
    ),
    fields: {
      removals: listOf(
        having({
          id: TEXT,
          browser: orNull(TEXT),
          remove: TEXT,
          ended_at: NUMBER,
          told_at: orNull(NUMBER),
          removed_at: orNull(NUMBER),
        }),
      ),
    },
  },
  'POST api/factor/recovery/renew/': { data: having({ recovery_codes: listOf(TEXT) }) },
  'GET api/token/list/': { data: listOf(having(TOKEN)) },
  'POST api/token/create/': { data: having({ ...TOKEN, token: TEXT }) },
  'POST api/token/rotate/': { data: having(REPLACED) },
  'GET api/organization-token/list/': { data: listOf(having(ORGANIZATION_TOKEN)) },
  'POST api/organization-token/create/': { data: having({ ...ORGANIZATION_TOKEN, token: TEXT }) },
  'POST api/organization-token/rotate/': { data: having(REPLACED) },
  'GET api/calendar/list/': {
    data: listOf(having({ project: orNull(TEXT), created_at: NUMBER, used_at: orNull(NUMBER) })),
  },
  'GET api/mail-digest/': { data: having(MAIL_DIGEST) },
  'POST api/mail-digest/set/': { data: having(MAIL_DIGEST) },
  'POST api/calendar/create/': { data: having({ project: orNull(TEXT), address: TEXT }) },
  'POST sign-off/check/': { data: jsonSchemaOf(reportVerdictsSchema) },
  'GET api/erasure/list/': { data: listOf(having(ERASURE)) },
  'POST api/erasure/plan/': { data: having(ERASURE) },
  'GET api/erasure/own/': { data: orNull(having(ERASURE)) },
  'POST organization-erasure/plan/': { data: having({ erase_at: TEXT }) },
  'POST api/own-data/request/': { data: having({ path: TEXT }) },
  'POST organization-archive/request/': { data: having({ path: TEXT }) },
  'GET api/webhook/list/': {
    data: listOf(
      having({
        ...WEBHOOK,
        paused_until: orNull(NUMBER),
        waiting: NUMBER,
        last: orNull(having({ state: TEXT, tried_at: orNull(NUMBER), outcome: orNull(TEXT) })),
      }),
    ),
  },
  'POST api/webhook/create/': { data: having({ ...WEBHOOK, secret: TEXT }) },
  'POST api/webhook/rotate/': { data: having({ secret: TEXT }) },
  'GET api/webhook/delivery/list/': {
    data: listOf(
      having({
        id: TEXT,
        kind: TEXT,
        state: TEXT,
        attempts: NUMBER,
        created_at: NUMBER,
        tried_at: orNull(NUMBER),
        outcome: orNull(TEXT),
        next_at: orNull(NUMBER),
        body: TEXT,
      }),
    ),
  },
  'GET api/session/sealing-key/': { data: having({ public_key: TEXT, private_key: TEXT }) },
  'GET api/sign-up/': { data: having({ mode: TEXT }) },
  'POST api/socket-ticket/': { data: having({ ticket: TEXT }) },
  'GET api/online/': { data: listOf(TEXT) },
  'GET api/push/key/': { data: having({ public_key: TEXT }) },
  'POST api/push/register/': { data: having({ message_token: TEXT }) },
  'GET api/me/': { data: row('Me') },
  'GET api/user-data/:id/': { data: row('User') },
  'GET users/': { data: NOTHING, fields: { results: listOf(row('User')), count: NUMBER } },
  'GET organization/list/': rows('Organization'),
  'GET organization-user/list/': rows('Person', { count: NUMBER }),
  'GET organization-user/get/list/:id/': { data: profile, fields: { profile } },
  'GET organization-user-level/list/': rows('RoleLevel', SUCCESS),
  'GET user-role/list/': rows('Role', SUCCESS),
  'GET role-category/list/': rows('RoleCategory', SUCCESS),
  'GET role-level/list/': rows('RoleLevel', SUCCESS),
  'GET team/list/': rows('Team'),
  'GET api/org-user-invite/list/': rows('Invitation', { count: NUMBER }),
  'GET activity/list/': rows('Activity', { next: orNull(NUMBER) }),
  'GET security-log/list/': rows('SecurityEvent', { next: orNull(TEXT) }),
  'GET organization/retention/': {
    data: having({
      erase_after_days: NUMBER,
      keep_done_tasks: orNull(NUMBER),
      keep_messages: orNull(NUMBER),
      keep_activity: orNull(NUMBER),
      retention_from: orNull(TEXT),
      erase_at: orNull(TEXT),
      detail_months: NUMBER,
    }),
  },
  'GET organization/retention/preview/': {
    data: having({ tasks: NUMBER, messages: NUMBER, activity: NUMBER }),
  },
  'POST security-log/export/': { data: TEXT, fields: { next: orNull(TEXT) } },
  'POST api/data-export/': { data: NOTHING },
  'GET workspace/list/': rows('Workspace'),
  'GET workspace/get/list/': rows('Workspace'),
  'GET project/list/': rows('ProjectOfList'),
  'GET project/get/list/': rows('Project'),
  'GET project-member/get/': rows('MemberOfProject'),
  'GET team-member/list/': rows('MemberWithRole'),
  'GET project-card/details/lists/': rows('Card'),
  'GET project-card/archive/list/': rows('Card'),
  'GET task/list/': rows('Task'),
  'GET task/archive/list/': rows('Task'),
  'GET project/task/list/': rows('Task'),
  'GET comment/list/': rows('Comment'),
  'GET flag/list/': rows('Flag'),
  'GET flag/project/count/': rows('FlagCount'),
  'GET sub-task/list/': rows('Subtask'),
  'GET task-file/list/': rows('TaskFile'),
  'GET task-step/list/': rows('TaskStep'),
  'GET task-label/list/': rows('Label'),
  'GET task-template/list/': rows('TaskTemplate'),
  'GET task/get/list/': rows('TaskOfOverview', {
    count: NUMBER,
    items_per_page: NUMBER,
    current_page: NUMBER,
    task_count: row('TaskCount'),
  }),
  'POST task/summary/list/': { data: jsonSchemaOf(summaryTasksAnswerSchema) },
  'GET task-detail/list/': {
    data: having({ tasks: overdue, task_count: row('TaskCount') }),
    fields: { tasks: overdue, task_count: row('TaskCount') },
  },
  'POST sync/holdings': { data: having({ stored: TRUTH }) },
  'POST sync/received': { data: having({ cursor: NUMBER }) },
  'POST sync/seen': { data: having({ stored: NUMBER }) },
  'GET receipt/list/': { data: listOf(receipt) },
  'GET receipt/tasks/': {
    data: having({
      epoch: TEXT,
      head: NUMBER,
      tasks: listOf(having({ task: ID, receipts: listOf(receipt) })),
    }),
  },
  'GET note/list/': rows('Note'),
  'GET note-tag/list/': rows('NoteTag'),
  'GET saved-view/list/': rows('SavedView'),
  'GET todo-task/list/': rows('Todo'),
  'GET api/messages/:id/': messages,
  'GET api/group-messages/:id/': messages,
  'GET api/groups/': rows('Group', { results: listOf(row('Group')), count: NUMBER }),
  'GET api/groups/:id/': { data: row('Group'), fields: { group: row('Group') } },
  'GET groups/members/': rows('Group', {
    results: listOf(row('Group')),
    members: listOf(having({ id: orNull(ID), email: TEXT, display_name: TEXT })),
    count: NUMBER,
  }),
  'GET api/notifications/': rows('Unread', {
    notifications: listOf(row('Unread')),
    groups: listOf(row('UnreadOfGroup')),
    tasks: listOf(row('News')),
  }),
  'GET files/:id/parts/': { data: row('Upload') },
  'PUT files/:id/parts/:n': { data: row('Upload') },
  'POST files/:id/complete/': { data: row('File') },
};

/** The device's own calls are outside the specification's frame (docs/SYNC-SPEC.md). */
const PLAIN: Readonly<Record<string, JsonSchema>> = {
  'GET sync/pull': jsonSchemaOf(pullPageSchema),
  'GET sync/scope/:id': jsonSchemaOf(scopePageSchema),
  'GET sync/check': jsonSchemaOf(checkSchema),
  'POST sync/check': jsonSchemaOf(checkSchema),
  'POST sync/push': jsonSchemaOf(pushAnswerSchema),
};

/** The content of a call's successful response. */
export function answerOf(route: Route, mutations: readonly Mutation[]): JsonSchema {
  const key = `${route.method} ${route.path}`;
  if (key === 'GET files/:id') return { '*/*': {} };
  if (key === 'GET organization-archive/:id' || key === 'GET own-data/:id') {
    return { 'application/gzip': {} };
  }
  if (key === 'GET calendar/:id') return { 'text/calendar': {} };
  if (route.path === 'mail/stop/:id') return { 'text/html': {} };
  if (route.path === 'sync/bootstrap') return { 'application/x-ndjson': {} };
  const schema = PLAIN[key] ?? framed(key, mutations);
  return { 'application/json': { schema } };
}

function framed(key: string, mutations: readonly Mutation[]): JsonSchema {
  const [first] = mutations;
  const { data, fields = {} } =
    first === undefined ? (ANSWERS[key] ?? { data: NOTHING }) : writtenBy(first);
  return having({ status: NUMBER, message: TEXT, data, ...fields });
}

function writtenBy({ name, rest }: Mutation): Described {
  const shown = WRITTEN.find(([beginning]) => name.startsWith(beginning))?.[1];
  const isGone = rest.method === 'DELETE' || /^(?:project|task)-mute$/.test(name);
  const data = shown === undefined || isGone ? NOTHING : row(shown);
  return name.startsWith('role-') ? { data, fields: SUCCESS } : { data };
}
