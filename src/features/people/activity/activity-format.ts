import { type FieldOptions, labelOf, type Reference } from '../../../../model/entities/fields.ts';
import { entityOf } from '../../../../model/entities/registry.ts';
import { withMentionNames } from '../../../../model/shared/mentions.ts';
import { nameOfPerson } from '../../../../model/shared/person-name.ts';
import type { ActivityEntry } from '../../../data/activity.ts';

/** Names of rows by id, for values that are references; `commented` is the task of a comment, by the comment's id. */
export type NameOf = (table: Reference | 'commented', id: string) => string | undefined;

const VERBS = { created: 'created', changed: 'changed', removed: 'removed' } as const;

/** Verb phrase, e.g. `changed the task`; the title follows it. */
export function verbOf({ action, table }: Pick<ActivityEntry, 'action' | 'table'>): string {
  return `${VERBS[action]} the ${kindOf(table)}`;
}

/** Noun for a row of a table: `task`, `comment`. */
export function kindOf(table: string): string {
  return entityOf(table)?.noun ?? table.replaceAll('_', ' ');
}

export function fieldLabel(table: string, field: string): string {
  return labelOf(field, entityOf(table)?.fields[field]);
}

/** A value of a field as a person reads it. */
export function formatValue(
  { table, field }: { readonly table: string; readonly field: string },
  value: unknown,
  nameOf: NameOf,
): string {
  return format(value, entityOf(table)?.fields[field], nameOf);
}

function format(value: unknown, field: FieldOptions | undefined, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    const text = value.map((one: unknown) => format(one, field, nameOf));
    return text.length === 0 ? 'nobody' : text.join(', ');
  }
  // Ticks are stored by person.
  if (typeof value === 'object' && field?.refers !== undefined) {
    return format(Object.keys(value), field, nameOf);
  }
  if (typeof value !== 'string') return 'something';
  // A person cannot read ids of files.
  if (field?.value === 'file' || field?.value === 'image') return 'a file';
  if (field?.value === 'mentions') return mentionsRead(value, nameOf);
  if (field?.refers === undefined) return ID.test(value) ? 'something' : value;
  return nameOf(field.refers, value) ?? 'something that is gone';
}

/** Ids are never shown, whatever they refer to. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(\.|$)/;

/** Title of the changed row, as it follows `changed the comment`: never an id; empty when nothing more is known. */
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
  // A deleted comment has no text left: its task distinguishes it.
  const task = nameOf('commented', row);
  return task === undefined ? '' : `on “${task}”`;
}

function mentionsRead(text: string, nameOf: NameOf): string {
  return withMentionNames(text, (id) => nameOf('people', id) ?? nameOfPerson(null));
}
