import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import { DETAIL_MONTHS } from '../../../model/shared/detail-months.ts';
import { type FieldSchemas, fieldsOf, type JsonSchema } from './json-schema.ts';

const ID = { anyOf: [{ type: 'string' }, { type: 'integer' }] } as const;
const FLAG = { type: 'boolean' } as const;
/** A rule of retention. */
const MONTHS = { type: ['integer', 'null'], minimum: 1, maximum: 120 } as const;
const INSTANT = { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] } as const;
const FILE = {
  type: ['string', 'null'],
  description:
    'A file: in a form the file itself, else the id (or address) of a file that the caller has added; empty for none.',
} as const;
const UNUSED = {
  ...ID,
  description: 'Accepted and not used: it is whoever holds the bearer.',
} as const;
const PEOPLE = { type: 'array', items: ID, description: 'Organisation users.' } as const;
const MEMBER = {
  ...ID,
  description: 'A team member of the project, or an organisation user.',
} as const;

const STEP = {
  type: 'string',
  format: 'uuid',
  description:
    'Id of the step in the sign-off of the task, a UUIDv7 of the device; made here when missing.',
} as const;

const ANSWER = {
  type: 'object',
  description:
    'What the task asks for (`asks`). With it, a tick without something that is asked for is refused; a call without this field is accepted, and its step lists it as missing.',
  properties: {
    remark: { type: 'string', maxLength: 2_000 },
    photos: {
      type: 'array',
      maxItems: 10,
      items: { type: 'string', format: 'uuid' },
      description: 'Images that the caller has added to the project of the task.',
    },
    signature: {
      type: 'string',
      maxLength: 8_000,
      description: 'SVG path data of moves and lines (M, L) in a box of 400 by 150.',
    },
    signed_as: { type: 'string', description: 'A name typed in place of a signature.' },
  },
  additionalProperties: false,
} as const;

/** Fields of the REST call that the arguments name differently or not at all. */
const EDGE_FIELDS: Readonly<Record<string, JsonSchema>> = {
  project_card: { ...ID, description: 'Id of the card.' },
  flag: { ...ID, description: 'Priority.' },
  role: ID,
  restored: { type: 'string', description: 'The text of a deleted comment that is brought back.' },
  restored_attachment: { type: ['string', 'null'], description: 'The file it had.' },
  restored_undo: {
    ...FLAG,
    description:
      'True: whatever the last deletion took away comes back, should it be other than what is named here.',
  },
  members: {
    type: 'array',
    items: ID,
    description: 'People: users of a channel, organisation users of a team.',
  },
  organization_users: { type: 'array', items: ID, description: 'Instead of `members`.' },
  add: PEOPLE,
  since: {
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0 },
    description:
      'With `add`: undoes a removal. `since` of each former membership, by organisation user, so that what was unread for them still is.',
  },
  remove: PEOPLE,
  add_members: PEOPLE,
  remove_members: PEOPLE,
  resend: FLAG,
  revoked: FLAG,
  message: { type: 'string', maxLength: 10_000 },
  to: { ...ID, description: 'A user, instead of `conversation`.' },
  group: { ...ID, description: 'A channel, instead of `conversation`.' },
  organization_special_role: FLAG,
  shot_places: FLAG,
  erase_after_days: {
    type: 'integer',
    minimum: 7,
    maximum: 365,
    description: 'Days for which deleted tasks, projects and workspaces can be restored.',
  },
  keep_done_tasks: { ...MONTHS, description: 'Completed and archived tasks; null: for ever.' },
  keep_messages: { ...MONTHS, description: 'Texts and files of messages; null: for ever.' },
  keep_activity: {
    ...MONTHS,
    minimum: 7,
    description: 'The activity log, at least as long as completed tasks; null: for ever.',
  },
  detail_months: {
    enum: [...DETAIL_MONTHS],
    description:
      'Months after its last change for which devices keep the details of a completed or archived task.',
  },
  work_receipts: {
    ...FLAG,
    description: 'False: nobody sees or stores who has received and seen work (RECEIPT-5).',
  },
  shares_seen: {
    ...FLAG,
    description: 'False: nobody sees what the person has seen, nor they of others (RECEIPT-5).',
  },
  task: ID,
  user_role: ID,
  role_category: ID,
  level: ID,
  organization_user: ID,
  order: { type: 'integer', minimum: 0, description: 'Place from 0; the end when it is missing.' },
  rank: { type: 'string', description: 'A rank of the device, instead of `order`.' },
  id: {
    type: 'string',
    format: 'uuid',
    description: 'A UUIDv7 of the device; made here when missing.',
  },
  created_by: UNUSED,
  team_member: UNUSED,
  creator: UNUSED,
  organization: {
    ...ID,
    description: 'Accepted and not used: it is the one of `organization_accesskey_id`.',
  },
  project_id: { ...ID, description: 'Accepted and not used.' },
  assigned_to: MEMBER,
  assigned_users: { type: 'array', items: MEMBER },
  collaborators: { type: 'array', items: MEMBER },
  taken_back: {
    ...FLAG,
    description:
      'With `assigned_to`, `assigned_users` or `collaborators`: undoes an earlier change of them, so that those whom the caller has removed may come back after they left the project, and earlier ticks of the assignees of a task count again.',
  },
  is_completed: FLAG,
  is_completed_at: INSTANT,
  is_completed_employee: FLAG,
  is_completed_emp_at: INSTANT,
  is_completed_step: STEP,
  is_completed_emp_step: STEP,
  is_completed_emp_answer: ANSWER,
  sent_back_at: INSTANT,
  step: STEP,
  status: FLAG,
  edited: FLAG,
  deleted: FLAG,
  user: {
    type: 'object',
    properties: {
      display_name: { type: 'string' },
      phone_number: { type: 'string' },
      email: { type: 'string', format: 'email' },
    },
    required: ['display_name', 'phone_number', 'email'],
  },
  document: FILE,
  image: FILE,
  background_image: FILE,
  attachment: FILE,
  profile_image: FILE,
  file: FILE,
};

/** Fields that the server sets when a plain client omits them, besides those that may be null. */
const FILLED_IN = new Set([
  'id',
  'rank',
  'description',
  'caption',
  'desc',
  'creator',
  'assigned_users',
  'collaborators',
  'conversation',
  'members',
]);

/** The body of a call of any of these mutations. */
export function bodyOfMutations(mutations: readonly Mutation[]): JsonSchema {
  const known = mutations.map((mutation) => ({ mutation, args: fieldsOf(mutation.schema) }));
  const properties: Record<string, JsonSchema> = {};
  for (const { mutation, args } of known) {
    const { bodyFields, modifierFields = [] } = mutation.rest;
    for (const name of [...bodyFields, ...modifierFields]) {
      properties[name] = EDGE_FIELDS[name] ?? args.properties[name] ?? {};
    }
  }
  const creating = mutations.length === 1 && mutations[0]?.rest.method === 'POST';
  const required = creating ? known.flatMap(({ mutation, args }) => needed(mutation, args)) : [];
  return { type: 'object', properties, required, additionalProperties: false };
}

function needed(mutation: Mutation, { required, properties }: FieldSchemas): readonly string[] {
  const names = required
    .filter((name) => !isNullable(properties[name]))
    .map((name) => (name === 'card' ? 'project_card' : name));
  const user = mutation.rest.bodyFields.includes('user') ? ['user'] : [];
  return [
    ...names.filter((name) => mutation.rest.bodyFields.includes(name) && !FILLED_IN.has(name)),
    ...user,
  ];
}

function isNullable(schema: JsonSchema = {}): boolean {
  const { anyOf } = schema;
  return Array.isArray(anyOf) && anyOf.some((one) => JSON.stringify(one) === '{"type":"null"}');
}
