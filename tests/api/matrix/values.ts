import { directScope } from '../../../model/entities/scopes.ts';
import type { CallShape } from './calls.ts';

/** The known rows of one organisation, one of each kind, with their owner. */
export interface Book {
  readonly orgId: string;
  readonly orgUserId: string;
  readonly userId: string;
  /** Somebody else of the organisation. */
  readonly otherOrgUserId: string;
  readonly otherUserId: string;
  /** Table -> id of a row. */
  readonly ids: ReadonlyMap<string, string>;
  /** Adds rows that are created later. */
  readonly remember: (key: string, id: string) => void;
}

/** Fields that refer to a row, with its table. */
const ROW_FIELDS: Readonly<Record<string, string>> = {
  project: 'projects',
  project__id: 'projects',
  project_id: 'projects',
  project_card__project_id: 'projects',
  project_card: 'cards',
  card: 'cards',
  task: 'tasks',
  task_id: 'tasks',
  task__id: 'tasks',
  task_ids: 'tasks',
  after: 'tasks',
  row: 'tasks',
  workspace: 'workspaces',
  flag: 'flags',
  label: 'labels',
  tags: 'note_tags',
  level: 'role_levels',
  role_category: 'role_categories',
  user_role: 'roles',
  role: 'roles',
  group: 'groups',
  reply_to: 'messages',
  document: 'files',
  image: 'files',
  background_image: 'files',
  profile_image: 'files',
  attachment: 'files',
  file: 'files',
  drawn_on: 'files',
  webhook: 'webhooks',
  domain: 'sso_domains',
};

/** The row that a path's `:id` names, by the beginning of the path. */
const PATH_ROWS: readonly (readonly [RegExp, string])[] = [
  [/^project-card\//, 'cards'],
  [/^comment\//, 'comments'],
  [/^files\/:id$/, 'stored_files'],
  [/^files\//, 'files'],
  [/^flag\//, 'flags'],
  [/^(?:groups|api\/groups|api\/group-messages)\//, 'groups'],
  [/^api\/org-user-invite\//, 'invitations'],
  [/^task-label\//, 'labels'],
  [/^task-template\//, 'task_templates'],
  [/^team-member\//, 'team_members'],
  [/^message\//, 'messages'],
  [/^note\//, 'notes'],
  [/^note-tag\//, 'note_tags'],
  [/^saved-view\//, 'saved_views'],
  [/^notification\//, 'notifications'],
  [/^organization\//, 'organizations'],
  [/^overwrite\//, 'overwrites'],
  [/^organization-user\//, 'org_users'],
  [/^api\/profile\//, 'org_users'],
  [/^api\/(?:user-data|messages|password-reset)\//, 'users'],
  [/^api\/(?:session|member-sessions)\//, 'sessions'],
  [/^api\/token\//, 'api_tokens'],
  [/^api\/organization-token\//, 'organization_tokens'],
  [/^api\/factor\/passkey\//, 'passkeys'],
  [/^api\/webhook\/delivery\//, 'webhook_deliveries'],
  [/^api\/webhook\//, 'webhooks'],
  [/^calendar\//, 'calendar_addresses'],
  [/^organization-archive\//, 'archive_addresses'],
  [/^own-data\//, 'own_data_addresses'],
  [/^mail\/stop\//, 'stop_addresses'],
  [/^project\//, 'projects'],
  [/^role-category\//, 'role_categories'],
  [/^user-role\//, 'roles'],
  [/^role-level\//, 'role_levels'],
  [/^sub-task\//, 'subtasks'],
  [/^task\//, 'tasks'],
  [/^team\//, 'teams'],
  [/^task-file\//, 'task_files'],
  [/^task-step\//, 'task_steps'],
  [/^todo-task\//, 'todos'],
  [/^workspace\//, 'workspaces'],
];

const ORG_FIELD = /^(?:organization|\w*organization_?_?id)$/;
const PERSON_FIELD = /^(?:organization_user|\w*organization_user_?_?id|created_by|created_by__id)$/;

/**
 * Fields with a value of their own per call; a text among them contains the canary word of its
 * organisation.
 */
function plainValue(name: string, word: string, serial: number): unknown {
  switch (name) {
    case 'user':
      return { display_name: word, phone_number: '+44 20 7946 0100', email: mailOf(word, serial) };
    case 'email':
      return mailOf(word, serial);
    case 'phone_number':
      return '+44 20 7946 0101';
    case 'password':
    case 'current_password':
      return 'correct horse battery';
    case 'short_name':
      return word.slice(0, 20);
    case 'start_date':
    case 'created_at':
    case 'from':
      return '2026-03-01';
    case 'due_date':
    case 'end_date':
    case 'to_date':
      return '2026-03-09';
    case 'made_at':
    case 'remind_at':
    case 'upto':
    case 'until':
    case 'is_completed_at':
    case 'is_completed_emp_at':
    case 'sent_back_at':
      return '2026-03-02T08:00:00Z';
    case 'url':
      return `https://hooks.example.org/${word}`;
    case 'kinds':
      return [];
    case 'factor_levels':
    case 'factor_grace_days':
      return 0;
    case 'offline_days':
      return 90;
    case 'encrypt_devices':
      return true;
    case 'access':
      return 'read';
    case 'days':
      return 30;
    case 'emoji':
      return '👍';
    case 'on':
      return true;
    case 'media_type':
      return 'text/plain';
    case 'size':
      return 5;
    case 'digest':
      return 'a'.repeat(64);
    case 'erase_after_days':
      return 60;
    case 'keep_done_tasks':
    case 'keep_messages':
    case 'keep_activity':
      return 24;
    case 'detail_months':
      return 12;
    case 'order':
      return 1;
    case 'seen':
    case 'delivered':
    case 'back':
      return 1;
    case 'deleted':
    case 'work_receipts':
    case 'shares_seen':
      return true;
    case 'organization_special_role':
    case 'shared':
      return false;
    default:
      return /^(?:name|title|note|desc|description|comment|caption|message|reason|display_name)$/.test(
        name,
      )
        ? word
        : /^(?:status|active|muted|read|edited|resend|revoked|is_completed|is_completed_employee|\w+_access)$/.test(
              name,
            )
          ? true
          : undefined;
  }
}

function mailOf(word: string, serial: number): string {
  return `${word.toLowerCase()}-${serial}@${word.toLowerCase().split('-')[0]}.test`;
}

/**
 * The value of a field for an organisation; undefined when no such row is known (yet), or the field
 * is left out.
 */
export function valueOf(
  name: string,
  shape: Pick<CallShape, 'path' | 'mutation'>,
  { book, word, serial }: { readonly book: Book; readonly word: string; readonly serial: number },
): unknown {
  const table = ROW_FIELDS[name];
  const project = book.ids.get('projects');
  if (shape.path === '/rest/sign-off/check/') return checkedValue(name, book);
  if (shape.path === '/rest/task/summary/list/') return askedValue(name, book);
  // Before there are any, a missing one, which everybody may mark.
  if (name === 'ids') return [book.ids.get('notifications') ?? 'none'];
  if (shape.path === '/rest/sync/check' && name === 'tasks')
    return [book.ids.get('tasks') ?? 'none'];
  if (name === 'stream') return `org:${book.orgId}`;
  if (name === 'since') {
    return shape.path.includes('groups/') ? { [book.otherOrgUserId]: 0 } : '0';
  }
  if (name === 'scope' || name === 'first') return project && `project:${project}`;
  if (name === 'conversation') return directScope(book.orgUserId, book.otherOrgUserId);
  if (name === 'to') return shape.mutation === undefined ? '2026-12-31' : undefined;
  if (name === 'members') {
    return shape.path.includes('groups/') ? [book.otherUserId] : [book.otherOrgUserId];
  }
  // Ending a session removes data only on request.
  if (name === 'remove' && shape.path.startsWith('/rest/api/session/')) return undefined;
  if (/^(?:add|remove|add_members|remove_members)$/.test(name)) return [book.otherOrgUserId];
  if (name === 'assigned_to' || name === 'team_member') {
    return project && `${project}.${book.orgUserId}`;
  }
  if (name === 'assigned_users' || name === 'collaborators') {
    return project && [`${project}.${book.orgUserId}`];
  }
  if (PERSON_FIELD.test(name)) return book.otherOrgUserId;
  if (ORG_FIELD.test(name)) {
    return shape.path === '/rest/api/user-organization-create/' ? { name: word } : book.orgId;
  }
  if (shape.path === '/rest/sync/holdings') return reportValue(name, book) ?? HELD[name];
  if (table !== undefined) return book.ids.get(table);
  if (/^\/rest\/sync\/(?:received|seen)$/.test(shape.path)) return reportValue(name, book);
  if (name === 'id') return shape.mutation === undefined ? rowOfPath(shape.path, book) : undefined;
  return plainValue(name, word, serial);
}

/** What a device says that it holds (HOLD-1). */
const HELD: Readonly<Record<string, unknown>> = {
  items: 9,
  files: 1,
  megabytes: 4,
  unsent: 0,
  encrypted: false,
  persistent: true,
};

/** Digests of a report of the organisation's own rows, guessed. */
function checkedValue(name: string, book: Book): unknown {
  const digest = 'a'.repeat(64);
  const task = book.ids.get('tasks');
  const file = book.ids.get('files');
  const values: Readonly<Record<string, unknown>> = {
    organization: book.orgId,
    steps: [{ id: book.ids.get('task_steps'), task, digest }],
    outside: [{ task, digest }],
    names: [{ kind: 'task', id: task, digest }],
    pictures: file === undefined ? [] : [{ file, digest }],
  };
  return task === undefined ? [] : values[name];
}

/** A question about all tasks of the organisation's own project. */
function askedValue(name: string, { ids }: Book): unknown {
  switch (name) {
    case 'projects':
      return [ids.get('projects')].filter((id) => id !== undefined);
    case 'today':
      return '2026-03-02';
    case 'counted':
      return true;
    case 'weeks':
      return ['2020-01-06T00:00:00Z', '2120-01-01T00:00:00Z'];
    default:
      return undefined;
  }
}

/** Fields of what a device reports about itself and its person (RECEIPT-1, RECEIPT-4). */
function reportValue(name: string, { ids }: Book): unknown {
  switch (name) {
    case 'epoch':
      return ids.get('epochs');
    case 'cursor':
      return 1;
    case 'outlined':
      return false;
    case 'seen':
      return [{ task_id: ids.get('tasks'), v: 1 }];
    default:
      return undefined;
  }
}

/** The value of `:id` in a path. */
export function rowOfPath(path: string, book: Book): string | undefined {
  const own = path.replace(/^\/rest\//, '');
  if (own.startsWith('sync/')) return `project:${book.ids.get('projects')}`;
  const table = tableOf(path);
  if (table === undefined) throw new Error(`Say in PATH_ROWS which row ${path} is about`);
  if (table === 'users') return book.otherUserId;
  if (table === 'organizations') return book.orgId;
  return book.ids.get(table);
}

/** The kind of row that a path is about. */
export function tableOf(path: string): string | undefined {
  const own = path.replace(/^\/rest\//, '');
  return PATH_ROWS.find(([beginning]) => beginning.test(own))?.[1];
}
