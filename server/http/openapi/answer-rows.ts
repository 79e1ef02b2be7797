import type { JsonSchema } from './json-schema.ts';

/** Rows of responses, one schema each: `server/present` makes them. */

const REFERENCE = '#/components/schemas/';

/** The schema of a row by its name below. */
export function row(name: RowName): JsonSchema {
  return { $ref: `${REFERENCE}${name}` };
}

export function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** An object that requires all of these fields. */
export function having(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export const TEXT = { type: 'string' } as const;
export const NUMBER = { type: 'integer' } as const;
export const TRUTH = { type: 'boolean' } as const;
/** A number for ids that the server assigns, otherwise a UUID. */
export const ID = { anyOf: [{ type: 'integer' }, { type: 'string' }] } as const;
export const INSTANT = { type: 'string', format: 'date-time' } as const;
const DATE = orNull({ type: 'string', format: 'date' });
const ADDRESS = orNull({ type: 'string', description: 'Address of the file.' });
const MADE = { created_by: ID, created_at: INSTANT } as const;

const PERSON_NAME = having({ id: orNull(ID), display_name: TEXT });
const CHAT_PERSON = having({ id: orNull(ID), email: TEXT, display_name: TEXT });
const FLAGS = { get_access: TRUTH, post_access: TRUTH, patch_access: TRUTH, delete_access: TRUTH };

const TASK = {
  id: ID,
  name: TEXT,
  description: TEXT,
  project: ID,
  project_card: ID,
  flag: orNull(having({ id: ID, name: TEXT, colour_code: TEXT })),
  start_date: DATE,
  end_date: DATE,
  document: ADDRESS,
  created_at: INSTANT,
  assigned_to: orNull({ $ref: `${REFERENCE}Member` }),
  assigned_users: listOf({ $ref: `${REFERENCE}Member` }),
  collaborators: listOf({ $ref: `${REFERENCE}Member` }),
  status: TRUTH,
  is_completed: TRUTH,
  is_completed_at: orNull(INSTANT),
  is_completed_employee: TRUTH,
  is_completed_emp_at: orNull(INSTANT),
} as const;

const USER = {
  id: orNull(ID),
  display_name: TEXT,
  email: TEXT,
  phone_number: TEXT,
  profile_image: orNull(TEXT),
} as const;

const PERSON = {
  id: ID,
  user: { $ref: `${REFERENCE}User` },
  organization: ID,
  user_role: orNull({ $ref: `${REFERENCE}Role` }),
  user_level: orNull(TEXT),
  active: TRUTH,
  joined: TRUTH,
  created_at: INSTANT,
} as const;

const PROJECT = {
  id: ID,
  name: TEXT,
  slug: TEXT,
  status: TRUTH,
  description: TEXT,
  background_image: ADDRESS,
  workspace: ID,
  workspace_name: orNull(TEXT),
  team: listOf({ $ref: `${REFERENCE}Member` }),
  created_by: orNull(ID),
  created_at: INSTANT,
} as const;

const WORKSPACE = {
  id: ID,
  name: TEXT,
  image: ADDRESS,
  desc: TEXT,
  status: TRUTH,
  organization: ID,
  ...MADE,
  workspace_project: listOf({ $ref: `${REFERENCE}Project` }),
} as const;

export const ROWS = {
  User: having(USER),
  Me: having({ ...USER, organizations: listOf({ $ref: `${REFERENCE}Membership` }) }),
  Person: having(PERSON),
  PersonWithWorkspaces: having({ ...PERSON, workspace: listOf({ $ref: `${REFERENCE}Workspace` }) }),
  Member: having({
    id: TEXT,
    project: ID,
    user: PERSON_NAME,
    organization_user: having({ id: ID, user: { $ref: `${REFERENCE}User` } }),
  }),
  MemberWithRole: having({
    id: TEXT,
    project: ID,
    user: PERSON_NAME,
    organization_user: { $ref: `${REFERENCE}Person` },
  }),
  MemberOfProject: having({
    id: TEXT,
    project: { $ref: `${REFERENCE}Project` },
    user: PERSON_NAME,
    organization_user: having({ id: ID, user: { $ref: `${REFERENCE}User` } }),
  }),
  Role: having({
    id: ID,
    name: TEXT,
    short_name: TEXT,
    organization: ID,
    role_category: orNull(having({ id: ID, name: TEXT })),
    role_level: orNull(TEXT),
    level: ID,
  }),
  RoleCategory: having({ id: ID, name: TEXT, short_name: TEXT, organization: ID }),
  RoleLevel: having({ id: ID, name: TEXT, order: NUMBER, organization: ID, ...FLAGS }),
  Organization: having({
    organization_id: ID,
    id: ID,
    name: TEXT,
    organization_special_role: TRUTH,
  }),
  Membership: having({
    organization_id: ID,
    organization_name: TEXT,
    organization_user_id: ID,
    user_level: TEXT,
    organization_special_role: TRUTH,
    role_access: having(FLAGS),
  }),
  Team: having({
    id: ID,
    name: TEXT,
    organization: ID,
    members: listOf(having({ id: ID, active: TRUTH, user: { $ref: `${REFERENCE}User` } })),
    ...MADE,
  }),
  Invitation: having({
    id: ID,
    email: TEXT,
    organization: ID,
    role: orNull(having({ id: ID, name: TEXT })),
    organization_user: orNull(ID),
    invited_by: ID,
    sent_at: INSTANT,
    expires_at: INSTANT,
    state: TEXT,
    mail: TEXT,
    created_at: INSTANT,
  }),
  Workspace: having(WORKSPACE),
  Project: having(PROJECT),
  /** With its cards where a filter is about their tasks. */
  ProjectOfList: {
    type: 'object',
    properties: { ...PROJECT, project_card: listOf({ $ref: `${REFERENCE}Card` }) },
    required: Object.keys(PROJECT),
  },
  Card: having({
    id: ID,
    name: TEXT,
    order: NUMBER,
    status: TRUTH,
    project: ID,
    ...MADE,
    task_count: NUMBER,
    project_card_task: listOf({ $ref: `${REFERENCE}Task` }),
  }),
  Task: having({
    ...TASK,
    created_by: ID,
    label: orNull(ID),
    order: NUMBER,
    task_subtask: listOf({ $ref: `${REFERENCE}Subtask` }),
  }),
  TaskOfOverview: having({
    ...TASK,
    project_name: orNull(TEXT),
    created_by: having({ id: ID, user: orNull({ $ref: `${REFERENCE}User` }) }),
    label: orNull(having({ id: ID, name: TEXT })),
    task_status: TEXT,
  }),
  TaskCount: having({
    over_due: NUMBER,
    pending_count: NUMBER,
    completed_count: NUMBER,
    total_count: NUMBER,
  }),
  Flag: having({ id: ID, name: TEXT, colour_code: TEXT }),
  FlagCount: having({ id: ID, name: TEXT, colour_code: TEXT, count: NUMBER }),
  OfferedFlag: having({ id: ID, name: TEXT, colour_code: TEXT, order: NUMBER, status: TRUTH }),
  Label: having({ id: ID, name: TEXT, project: ID, ...MADE }),
  Subtask: having({
    id: ID,
    name: TEXT,
    task: ID,
    start_date: DATE,
    end_date: DATE,
    document: ADDRESS,
    is_completed: TRUTH,
    order: NUMBER,
    status: TRUTH,
    ...MADE,
  }),
  Comment: having({
    id: ID,
    comment: TEXT,
    task: ID,
    attachment: ADDRESS,
    team_member: { $ref: `${REFERENCE}Member` },
    created_at: INSTANT,
    edited: TRUTH,
    deleted: TRUTH,
  }),
  Note: having({ id: ID, title: TEXT, note: TEXT, tags: orNull(ID), ...MADE }),
  NoteTag: having({ id: ID, name: TEXT, ...MADE }),
  Todo: having({ id: ID, name: TEXT, status: TRUTH, ...MADE }),
  File: having({
    id: ID,
    name: TEXT,
    media_type: TEXT,
    size: NUMBER,
    digest: TEXT,
    kind: TEXT,
    width: orNull(NUMBER),
    height: orNull(NUMBER),
    state: { enum: ['uploading', 'stored'] },
    url: ADDRESS,
    uploaded_by: ID,
    created_at: INSTANT,
  }),
  Upload: having({
    state: { enum: ['uploading', 'stored'] },
    part_size: NUMBER,
    count: NUMBER,
    parts: listOf(NUMBER),
  }),
  Message: having({
    id: ID,
    number: NUMBER,
    message: TEXT,
    date: { type: 'string', format: 'date' },
    time: TEXT,
    created_at: INSTANT,
    from_who: CHAT_PERSON,
    to_who: orNull(CHAT_PERSON),
    has_been_seen: TRUTH,
    reply_to: orNull(ID),
    attachment: ADDRESS,
    edited: TRUTH,
    deleted: TRUTH,
  }),
  Group: having({ id: NUMBER, name: TEXT, created_at: INSTANT, members: listOf(CHAT_PERSON) }),
  Unread: having({ from_who__id: ID, from_who__display_name: TEXT, count: NUMBER }),
  UnreadOfGroup: having({ group__id: NUMBER, group__name: TEXT, count: NUMBER }),
  News: having({
    id: ID,
    kind: TEXT,
    project: orNull(ID),
    task: orNull(ID),
    comment: orNull(ID),
    from_who__id: ID,
    from_who__display_name: TEXT,
    count: NUMBER,
    at: INSTANT,
  }),
  Activity: having({
    version: NUMBER,
    at: INSTANT,
    claimed_at: orNull(INSTANT),
    by: PERSON_NAME,
    table: TEXT,
    row: TEXT,
    name: TEXT,
    action: { enum: ['created', 'changed', 'removed'] },
    changes: listOf(having({ field: TEXT, before: {}, after: {} })),
  }),
} as const;

export type RowName = keyof typeof ROWS;
