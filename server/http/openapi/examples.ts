import { ACCOUNT_EXAMPLES, CLIENT_DATA, PASSKEY, ROW } from './account-examples.ts';
import type { JsonSchema } from './json-schema.ts';

const MEMBER = `${ROW.project}.7`;

/** Example values by the name of a field, of a filter or of a parameter. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  id: ROW.fresh,
  name: 'Dig the well',
  title: 'Pump',
  note: 'Ask for the depth of the **old** well.',
  desc: 'Everything north of the river',
  description: 'Down to 30 m, then test the water.',
  comment: 'The ground is dry down to 12 m.',
  message: 'Good morning',
  display_name: 'Ada Field',
  short_name: 'ENG',
  email: 'ada@example.org',
  phone_number: '+44 20 7946 0000',
  password: 'correct horse battery',
  current_password: 'correct horse battery',
  token: 'q1Zk0nXW8mY4pT7rB2vL6cD9hJ3sF5aG0eU1iO8wE2M',
  retry_key: 'fW3kP9sZ1xC7vB5nM0aQ2eR8tY6uI4oL1hG3jK5dS7w',
  code: '492817',
  passkey: {
    ...PASSKEY,
    response: {
      clientDataJSON: CLIENT_DATA,
      authenticatorData: 'SZYN5YgOjGh0NBcP',
      signature: 'MEUCIQDx7mQ4',
    },
  },
  device_token: null,
  shared: false,
  workspace: ROW.workspace,
  project: ROW.project,
  project__id: ROW.project,
  project_id: ROW.project,
  project_card__project_id: ROW.project,
  project_card: ROW.card,
  task: ROW.task,
  task_id: ROW.task,
  task__id: ROW.task,
  after: ROW.task,
  row: ROW.task,
  flag: 2,
  colour_code: '#1864ab',
  label: ROW.label,
  tags: ROW.tag,
  level: 4,
  role: 4,
  role_category: 1,
  user_role: 4,
  organization: 1,
  organization_user: 7,
  assigned_to: MEMBER,
  assigned_users: [MEMBER],
  collaborators: [MEMBER],
  team_member: MEMBER,
  created_by: 7,
  created_by__id: '7',
  creator: 7,
  members: ['7'],
  organization_users: ['7'],
  add: ['7'],
  remove: ['8'],
  add_members: ['7'],
  remove_members: ['8'],
  to: 7,
  group: ROW.fresh,
  conversation: 'direct:7:8',
  reply_to: ROW.message,
  seen: 12,
  delivered: 12,
  back: 3,
  document: ROW.file,
  image: ROW.file,
  background_image: ROW.file,
  attachment: ROW.file,
  restored_attachment: ROW.file,
  profile_image: ROW.file,
  file: ROW.file,
  caption: 'The pump before the repair',
  restored_undo: true,
  restored: 'The ground is dry down to 12 m.',
  media_type: 'image/png',
  taken_at: '2026-03-02T08:00:00Z',
  drawn_on: '0198c5e2-7d10-7a01-8f00-000000000009',
  place: 'geo:46.55812,8.56144;u=9',
  duration_ms: 12_400,
  peaks: '0139c7f842a1',
  size: 48_213,
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  order: 0,
  rank: 'V',
  start_date: '2026-03-02',
  end_date: '2026-03-09',
  made_at: '2026-03-02T09:00:00Z',
  upto: '2026-03-02T09:00:00Z',
  until: '2026-03-03T09:00:00Z',
  due_date: '2026-03-09',
  remind_at: '2026-03-09T07:30:00Z',
  emoji: '👍',
  on: true,
  other_tags: [ROW.tag],
  subtasks: ['Roof', 'Stove'],
  is_completed: true,
  is_completed_at: '2026-03-02T09:00:00Z',
  sent_back_at: '2026-03-02T09:00:00Z',
  step: ROW.fresh,
  is_completed_step: ROW.fresh,
  is_completed_emp_step: ROW.fresh,
  reason: 'The pump still drips.',
  is_completed_employee: true,
  is_completed_emp_at: '2026-03-02T09:00:00Z',
  status: true,
  active: true,
  muted: true,
  ids: [`commented.${ROW.task}.7`],
  read: true,
  edited: true,
  deleted: true,
  resend: true,
  revoked: true,
  organization_special_role: false,
  shot_places: false,
  erase_after_days: 30,
  keep_done_tasks: 24,
  keep_messages: 12,
  keep_activity: 36,
  detail_months: 12,
  get_access: true,
  post_access: true,
  patch_access: true,
  delete_access: false,
  user: { display_name: 'Ada Field', phone_number: '+44 20 7946 0000', email: 'ada@example.org' },
  slug: 'wells-3f9a1c',
  page: '1',
  limit: '50',
  since: '0',
  stream: 'org:1',
  scope: `project:${ROW.project}`,
  first: `project:${ROW.project}`,
  epoch: '5f0c2a9be1d47a36',
  endpoint: 'https://push.example.org/v2/1a2b3c',
};

const SECURITY_FILTERS = {
  from: '2026-03-01T00:00:00Z',
  to: '2026-03-31T00:00:00Z',
  before: '0198c5e2-7d10-7a01-8f00-00000000000c',
  group: 'sign_ins',
};

/** Values for names with another meaning in some calls. */
const BY_CALL: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST sync/seen': { seen: [{ task_id: ROW.task, v: 12 }] },
  'GET task/get/list/': {
    created_at: '2026-03-02',
    is_completed: 'false',
    is_completed_employee: 'false',
  },
  'POST task/summary/list/': {
    projects: [ROW.project],
    today: '2026-03-02',
    q: 'pump',
    assignees: ['7'],
    person: '7',
    statuses: ['Over Due'],
    is_completed: false,
    is_completed_employee: false,
    created_from: '2026-03-01T00:00:00Z',
    created_before: '2026-03-02T00:00:00Z',
    counted: true,
    weeks: ['2026-02-16T00:00:00Z', '2026-02-23T00:00:00Z', '2026-03-02T00:00:00Z'],
    most: 50,
    behind: { created_at: '2026-03-01T09:00:00Z', id: ROW.task },
  },
  'GET activity/list/': {
    from: '2026-03-01T00:00:00Z',
    to: '2026-03-31T00:00:00Z',
    before: '120',
    kind: 'tasks',
  },
  'GET security-log/list/': SECURITY_FILTERS,
  'GET organization/retention/preview/': {
    keep_done_tasks: '24',
    keep_messages: '12',
    keep_activity: '36',
  },
  'POST security-log/export/': { ...SECURITY_FILTERS, format: 'csv', organization_user: '7' },
  'GET api/messages/:id/': { id: '7', before: '120' },
  'GET api/group-messages/:id/': { before: '120' },
  'GET sync/scope/:id': {
    id: `project:${ROW.project}`,
    hot: '120',
    before: '120',
    from: '30',
    after: `tasks:${ROW.task}`,
  },
  'GET sync/check': { from: '1' },
  'GET sync/pull': { since_at: '0', client_id: ROW.fresh, heard: '0' },
  'POST sync/check': {
    stream: 'org:1',
    scope: `project:${ROW.project}`,
    unchanged_since: 120,
    tasks: [ROW.task],
  },
  ...ACCOUNT_EXAMPLES,
  'POST sign-off/check/': {
    organization: '1',
    steps: [
      {
        id: ROW.fresh,
        task: ROW.task,
        digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    ],
    outside: [],
    names: [
      {
        kind: 'task',
        id: ROW.task,
        digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    ],
    pictures: [
      {
        file: ROW.file,
        digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    ],
  },
  'POST saved-view/create/': {
    name: 'Late work',
    search: '{"status":["Overdue"]}',
    hidden: ['label'],
  },
  'POST note-tag/create/': { name: 'Water' },
  'POST project-card/create/': { name: 'To do' },
  'POST project/create/': { name: 'Wells' },
  'POST workspace/create/': { name: 'North' },
  'POST task-label/create/': { name: 'Soil' },
  'POST flag/create/': { name: 'Someday', order: 4 },
  'PATCH flag/update/:id/': { name: 'Someday', order: 4 },
  'POST groups/create/': { name: 'Site' },
  'PATCH groups/:id/update/': { since: { 7: 12 } },
  'POST role-category/create/': { name: 'Engineering' },
  'POST user-role/create/': { name: 'Engineer' },
  'POST role-level/create/': { name: 'Engineers' },
  'POST team/create/': { name: 'Night shift' },
  'POST files/create/': { name: 'well.png' },
  'POST sync/push': {
    client_id: '0198c5e2-7d10-7a01-8f00-00000000000c',
    epoch: '5f0c2a9be1d47a36',
    ack_through: 0,
    schema: 1,
    pending: 1,
    heard: 0,
    since: 0,
    told: 0,
    sent: [1],
    calls: [
      {
        seq: 1,
        method: 'POST',
        path: 'project-card/create/',
        body: { id: ROW.fresh, project: ROW.project, name: 'To do', rank: 'V' },
      },
    ],
  },
};

/** Ids that are numbers, by the beginning of the path. */
const NUMBERED =
  /^(?:organization|organization-user|api\/profile|api\/user-data|user-role|role-category|role-level)\//;

/**
 * An example of a field, a filter or a parameter of the path. Without a written example it is the plainest value that
 * the schema allows.
 */
export function exampleOf(
  name: string,
  {
    method,
    path,
    schema,
  }: { readonly method: string; readonly path: string; readonly schema: JsonSchema },
): unknown {
  const own = BY_CALL[`${method} ${path}`];
  if (own !== undefined && name in own) return own[name];
  if (name === 'id' && method !== 'POST' && NUMBERED.test(path)) return '7';
  if (name === 'id' && path.startsWith('team-member/')) return MEMBER;
  if (/organization_?_?id$/.test(name)) return '1';
  if (/organization_user_?_?id$/.test(name)) return '7';
  if (name in BY_NAME && !Array.isArray(schema['enum']))
    return method === 'GET' ? String(BY_NAME[name]) : BY_NAME[name];
  return plainest(schema);
}

/** Fields that a first call omits: those the server sets, and alternatives to another field. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'id',
  'rank',
  'to',
  'group',
  'organization_users',
  'creator',
  'reply_to',
  'restored_attachment',
  'restored_undo',
  'document',
  'image',
  'background_image',
  'attachment',
]);

/** An example body with the fields that a person would send. */
export function exampleBody(
  call: { readonly method: string; readonly path: string },
  fields: readonly string[],
  {
    properties,
    required,
  }: {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required: readonly string[];
  },
): Readonly<Record<string, unknown>> {
  const single = call.path === 'multiple-user/task/create/' ? 'assigned_to' : 'assigned_users';
  const sent = fields.filter(
    (name) =>
      required.includes(name) ||
      fields.length === 1 ||
      !(LEFT_OUT.has(name) || (name === single && fields.includes('assigned_to'))),
  );
  return Object.fromEntries(
    sent.map((name) => [name, exampleOf(name, { ...call, schema: properties[name] ?? {} })]),
  );
}

function plainest({ type, anyOf, enum: values, const: constant }: JsonSchema): unknown {
  if (constant !== undefined) return constant;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf) && isSchema(anyOf[0])) return plainest(anyOf[0]);
  const [first] = [type].flat();
  if (first === 'boolean') return true;
  if (first === 'integer' || first === 'number') return 1;
  if (first === 'array') return [];
  return first === 'object' ? {} : 'text';
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}
