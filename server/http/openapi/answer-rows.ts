import * as v from 'valibot';
import { cards } from '../../../model/entities/card.ts';
import { comments } from '../../../model/entities/comment.ts';
import { files } from '../../../model/entities/file.ts';
import { flags } from '../../../model/entities/flag.ts';
import { groups } from '../../../model/entities/group.ts';
import { invitations } from '../../../model/entities/invitation.ts';
import { labels } from '../../../model/entities/label.ts';
import { messages } from '../../../model/entities/message.ts';
import { savedViews } from '../../../model/entities/saved-view.ts';
import { noteTags } from '../../../model/entities/note-tag.ts';
import { notes } from '../../../model/entities/note.ts';
import { orgUsers } from '../../../model/entities/org-user.ts';
import { organizations } from '../../../model/entities/organization.ts';
import { projects } from '../../../model/entities/project.ts';
import { roleCategories } from '../../../model/entities/role-category.ts';
import { roleLevels } from '../../../model/entities/role-level.ts';
import { roles } from '../../../model/entities/role.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { taskTemplates } from '../../../model/entities/task-template.ts';
import { taskFiles } from '../../../model/entities/task-file.ts';
import { taskSteps } from '../../../model/entities/task-step.ts';
import { tasks } from '../../../model/entities/task.ts';
import { teams } from '../../../model/entities/team.ts';
import { todos } from '../../../model/entities/todo.ts';
import { workspaces } from '../../../model/entities/workspace.ts';
import type { Entity } from '../../../model/entities/define-entity.ts';
import type { Field } from '../../../model/entities/fields.ts';
import { shownFields } from '../../present/fields.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

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
const DATE = { type: 'string', format: 'date' } as const;
const ADDRESS = orNull({ type: 'string', description: 'Address of the file.' });

const PERSON_NAME = having({ id: orNull(ID), display_name: TEXT });
const CHAT_PERSON = having({ id: orNull(ID), email: TEXT, display_name: TEXT });
const FLAGS = { get_access: TRUTH, post_access: TRUTH, patch_access: TRUTH, delete_access: TRUTH };

const MEMBERS = listOf({ $ref: `${REFERENCE}Member` });
const TASK = {
  id: ID,
  ...fieldsIn(tasks),
  project_card: ID,
  flag: orNull(having({ id: ID, name: TEXT, colour_code: TEXT })),
  assigned_to: orNull({ $ref: `${REFERENCE}Member` }),
  assigned_users: MEMBERS,
  collaborators: MEMBERS,
};

const MEMBERSHIP = {
  organization_id: ID,
  organization_name: TEXT,
  organization_user_id: ID,
  user_level: TEXT,
  organization_special_role: TRUTH,
  role_access: having(FLAGS),
};

const USER = {
  id: orNull(ID),
  display_name: TEXT,
  email: TEXT,
  phone_number: TEXT,
  profile_image: orNull(TEXT),
} as const;

const PERSON = {
  id: ID,
  ...fieldsIn(orgUsers),
  user: { $ref: `${REFERENCE}User` },
  organization: ID,
  user_role: orNull({ $ref: `${REFERENCE}Role` }),
  user_level: orNull(TEXT),
};

const PROJECT = {
  id: ID,
  ...fieldsIn(projects),
  workspace_name: orNull(TEXT),
  team: MEMBERS,
  created_by: orNull(ID),
};

const WORKSPACE = {
  id: ID,
  ...fieldsIn(workspaces),
  organization: ID,
  workspace_project: listOf({ $ref: `${REFERENCE}Project` }),
};

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
    ...fieldsIn(roles),
    organization: ID,
    role_category: orNull(having({ id: ID, name: TEXT })),
    role_level: orNull(TEXT),
  }),
  RoleCategory: having({ id: ID, ...fieldsIn(roleCategories), organization: ID }),
  RoleLevel: having({ id: ID, ...fieldsIn(roleLevels), organization: ID }),
  Organization: having({
    organization_id: ID,
    id: ID,
    ...fieldsIn(organizations),
    organization_special_role: TRUTH,
  }),
  Membership: having(MEMBERSHIP),
  MembershipWithRules: having({
    ...MEMBERSHIP,
    factor_due_at: orNull(NUMBER),
    offline_days: orNull(NUMBER),
    encrypt_devices: TRUTH,
  }),
  Team: having({
    id: ID,
    ...fieldsIn(teams),
    organization: ID,
    members: listOf(having({ id: ID, active: TRUTH, user: { $ref: `${REFERENCE}User` } })),
  }),
  Invitation: having({
    id: ID,
    ...fieldsIn(invitations),
    organization: ID,
    role: orNull(having({ id: ID, name: TEXT })),
    invited_by: ID,
    state: TEXT,
    mail: TEXT,
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
    ...fieldsIn(cards),
    order: NUMBER,
    task_count: NUMBER,
    project_card_task: listOf({ $ref: `${REFERENCE}Task` }),
  }),
  Task: having({ ...TASK, order: NUMBER, task_subtask: listOf({ $ref: `${REFERENCE}Subtask` }) }),
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
  OfferedFlag: having({ id: ID, ...fieldsIn(flags) }),
  TaskTemplate: having({ id: ID, ...fieldsIn(taskTemplates) }),
  Label: having({ id: ID, ...fieldsIn(labels) }),
  Subtask: having({ id: ID, ...fieldsIn(subtasks), task: ID, order: NUMBER }),
  TaskFile: having({
    id: ID,
    ...fieldsIn(taskFiles),
    task: ID,
    order: NUMBER,
    status: TRUTH,
    details: orNull({ $ref: `${REFERENCE}File` }),
  }),
  TaskStep: having({ id: ID, ...fieldsIn(taskSteps), task: ID }),
  Comment: having({
    id: ID,
    ...fieldsIn(comments),
    task: ID,
    team_member: { $ref: `${REFERENCE}Member` },
  }),
  Note: having({ id: ID, ...fieldsIn(notes), tags: orNull(ID) }),
  SavedView: having({ id: ID, ...fieldsIn(savedViews) }),
  NoteTag: having({ id: ID, ...fieldsIn(noteTags) }),
  Todo: having({ id: ID, ...fieldsIn(todos) }),
  File: having({
    id: ID,
    ...fieldsIn(files),
    kind: TEXT,
    state: { enum: ['uploading', 'stored'] },
    url: ADDRESS,
    uploaded_by: ID,
  }),
  Upload: having({
    state: { enum: ['uploading', 'stored'] },
    part_size: NUMBER,
    count: NUMBER,
    parts: listOf(NUMBER),
  }),
  Message: having({
    id: ID,
    ...fieldsIn(messages),
    number: NUMBER,
    message: TEXT,
    date: { type: 'string', format: 'date' },
    time: TEXT,
    from_who: CHAT_PERSON,
    to_who: orNull(CHAT_PERSON),
    has_been_seen: TRUTH,
    reply_to: orNull(ID),
  }),
  Group: having({ id: NUMBER, ...fieldsIn(groups), members: listOf(CHAT_PERSON) }),
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
  SecurityEvent: having({
    id: TEXT,
    at: INSTANT,
    kind: TEXT,
    by: orNull(having({ id: orNull(ID), display_name: TEXT, email: orNull(TEXT) })),
    subject: orNull(TEXT),
    address: orNull(TEXT),
    browser: orNull(TEXT),
    details: { type: 'object' },
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

/** The fields of an entity as answers show them (`presentFields`). */
function fieldsIn(entity: Entity): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    shownFields(entity).map(([name, field]) => {
      const schema = schemaOf(field);
      const isNullable = v.is(field.schema, null) && schema !== ADDRESS;
      return [name, isNullable ? orNull(schema) : schema];
    }),
  );
}

function schemaOf({ schema, value, refers, column }: Field): JsonSchema {
  if (value === 'files') return { type: 'array', items: ADDRESS };
  if (column === 'json') return jsonSchemaOf(schema);
  if (value === 'file' || value === 'image') return ADDRESS;
  if (value === 'date') return DATE;
  if (value === 'instant') return INSTANT;
  if (refers !== undefined) return ID;
  if (column === 'boolean') return TRUTH;
  return column === 'integer' ? NUMBER : TEXT;
}
