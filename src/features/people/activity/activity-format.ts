import { withMentionNames } from '../../../../model/shared/mentions.ts';
import { nameOfPerson } from '../../../../model/shared/person-name.ts';
import type { ActivityEntry } from '../../../data/activity.ts';

/** Names of rows by id, for values that are references. */
export type NameOf = (
  table:
    | 'people'
    | 'roles'
    | 'levels'
    | 'categories'
    | 'projects'
    | 'workspaces'
    | 'cards'
    | 'labels'
    | 'flags'
    /** The task that a comment hangs on, by id of the comment. */
    | 'commented',
  id: string,
) => string | undefined;

const TABLES: Readonly<Record<string, string>> = {
  org_users: 'user',
  invitations: 'invitation',
  roles: 'role',
  role_categories: 'category',
  role_levels: 'level',
  projects: 'project',
  workspaces: 'workspace',
  team_members: 'team member',
  cards: 'card',
  labels: 'task label',
  tasks: 'task',
  subtasks: 'subtask',
  comments: 'comment',
  organizations: 'organisation',
  teams: 'team',
  flags: 'priority',
};

const FIELDS: Readonly<Record<string, string>> = {
  display_name: 'Name',
  name: 'Name',
  short_name: 'Short name',
  phone_number: 'Phone number',
  user_role: 'Role',
  role: 'Role',
  role_category: 'Category',
  level: 'Level',
  active: 'Active',
  joined: 'Joined',
  order: 'Order',
  get_access: 'Read access',
  post_access: 'Write access',
  patch_access: 'Edit access',
  delete_access: 'Delete access',
  special_role: 'Special role',
  members: 'Members',
  status: 'Active',
  description: 'Description',
  desc: 'Description',
  colour_code: 'Colour',
  label: 'Label',
  image: 'Image',
  document: 'Image',
  attachment: 'File',
  start_date: 'Start date',
  end_date: 'End date',
  assigned_to: 'Assignee',
  assigned_users: 'Assignees',
  collaborators: 'Collaborators',
  is_completed: 'Completed',
  is_completed_at: 'Completed at',
  is_completed_employee: 'Completed by Employee',
  is_completed_emp_at: 'Completed by Employee at',
  ticks: 'Ticked by',
  flag: 'Priority',
  card: 'Card',
  project: 'Project',
  comment: 'Text',
  state: 'State',
  background_image: 'Image',
  profile_image: 'Picture',
};

const VERBS = { created: 'created', changed: 'changed', removed: 'removed' } as const;

/** `changed the task`; the name follows it. */
export function verbOf({ action, table }: Pick<ActivityEntry, 'action' | 'table'>): string {
  return `${VERBS[action]} the ${kindOf(table)}`;
}

/** What a row of a table is called: `task`, `comment`. */
export function kindOf(table: string): string {
  return TABLES[table] ?? table.replaceAll('_', ' ');
}

export function fieldLabel(field: string): string {
  const known = FIELDS[field];
  if (known !== undefined) return known;
  const text = field.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const REFERENCES: Readonly<Record<string, Parameters<NameOf>[0]>> = {
  user_role: 'roles',
  role: 'roles',
  role_category: 'categories',
  level: 'levels',
  assigned_to: 'people',
  assigned_users: 'people',
  collaborators: 'people',
  ticks: 'people',
  members: 'people',
  organization_user: 'people',
  created_by: 'people',
  project: 'projects',
  workspace: 'workspaces',
  card: 'cards',
  label: 'labels',
  flag: 'flags',
};

/** Ids of files say nothing to a person. */
const FILES: readonly string[] = [
  'background_image',
  'profile_image',
  'image',
  'document',
  'attachment',
];

/** A value as a person reads it. */
export function formatValue(field: string, value: unknown, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    const text = value.map((one: unknown) => formatValue(field, one, nameOf));
    return text.length === 0 ? 'nobody' : text.join(', ');
  }
  // Ticks are kept by person.
  if (typeof value === 'object' && field === 'ticks') {
    return formatValue(field, Object.keys(value), nameOf);
  }
  if (typeof value !== 'string') return 'something';
  if (FILES.includes(field)) return 'a file';
  if (field === 'comment') return mentionsRead(value, nameOf);
  const table = REFERENCES[field];
  if (table === undefined) return ID.test(value) ? 'something' : value;
  return nameOf(table, value) ?? 'something that is gone';
}

/** An id says nothing to a person, whatever it stands for. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(\.|$)/;

/** What an entry is about, as it follows `changed the comment`: never an id. Empty: nothing more is known. */
export function titleOf(
  { table, row, name }: Pick<ActivityEntry, 'table' | 'row' | 'name'>,
  nameOf: NameOf,
): string {
  if (table === 'team_members') {
    const [project = '', person = ''] = row.split('.');
    const who = nameOf('people', person) ?? 'somebody';
    return `${who} of ${nameOf('projects', project) ?? 'a project that is gone'}`;
  }
  if (table !== 'comments') return name;
  if (name !== '') return mentionsRead(name, nameOf);
  // A deleted comment has no words any more: where it stood tells it from others.
  const task = nameOf('commented', row);
  return task === undefined ? '' : `on “${task}”`;
}

function mentionsRead(text: string, nameOf: NameOf): string {
  return withMentionNames(text, (id) => nameOf('people', id) ?? nameOfPerson(null));
}
