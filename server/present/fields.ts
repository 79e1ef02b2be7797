import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { type Field, type Reference, textsOf } from '../../model/entities/fields.ts';
import { edgeId } from './edge-id.ts';
import { fileAddress } from './file-address.ts';

/**
 * Fields that answers do not show, or show under another name, by table. Every other field of an entity is in the
 * answers and in the description of the API by itself.
 */
const HIDDEN: Readonly<Record<string, readonly string[]>> = {
  cards: ['rank'],
  comments: ['project', 'author'],
  groups: ['number', 'created_by'],
  messages: ['seq', 'author', 'text'],
  org_users: ['display_name', 'email', 'phone_number', 'profile_image', 'shares_seen'],
  organizations: [
    'special_role',
    'created_at',
    'work_receipts',
    'erase_after_days',
    'keep_done_tasks',
    'keep_messages',
    'keep_activity',
    'retention_from',
    'erase_at',
    'detail_months',
  ],
  role_categories: ['created_at'],
  role_levels: ['created_at'],
  roles: ['created_at'],
  subtasks: ['project', 'rank'],
  task_files: ['project', 'rank', 'removed_at'],
  task_steps: ['project'],
  tasks: ['card', 'rank', 'ticks'],
  todos: ['rank', 'made_at'],
};

/** Rows whose ids the server issues as numbers. */
const NUMBERED: ReadonlySet<Reference | undefined> = new Set<Reference>([
  'people',
  'roles',
  'levels',
  'categories',
]);

/** The fields of an entity that answers show, by name. */
export function shownFields(entity: Entity): readonly (readonly [string, Field])[] {
  const hidden = HIDDEN[entity.table] ?? [];
  return Object.entries(entity.fields).filter(([name]) => !hidden.includes(name));
}

/** A row's fields as answers show them: files as addresses, ids that the server issued as numbers. */
export function presentFields<Row extends RawRow>(
  entity: Entity<Row>,
  row: Row,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    shownFields(entity).map(([name, field]) => [name, presentValue(row[name], field)]),
  );
}

function presentValue(value: unknown, { value: kind, refers }: Field): unknown {
  if (kind === 'file' || kind === 'image') {
    return fileAddress(typeof value === 'string' ? value : null);
  }
  if (kind === 'files') return textsOf(value).map(fileAddress);
  return typeof value === 'string' && NUMBERED.has(refers) ? edgeId(value) : value;
}
