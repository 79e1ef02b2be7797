import { type FieldOptions, labelOf, type Reference } from '../../../../model/entities/fields.ts';
import { entityOf } from '../../../../model/entities/registry.ts';
import { withMentionNames } from '../../../../model/shared/mentions.ts';
import { nameOfPerson } from '../../../data/person-name.ts';
import type { ActivityEntry } from '../../../data/activity.ts';
import { i18n, translated } from '../../../i18n/i18n.ts';
import { dateInTable, formatInstant } from '../../../ui/text/date-format.ts';
import { FIELD_LABELS, NOUNS } from './activity-terms.ts';

/** Names of rows by id, for values that are references; `commented` is the task of a comment, by the comment's id. */
export type NameOf = (table: Reference | 'commented', id: string) => string | undefined;

/** Noun for a row of a table: `task`, `comment`. */
export function kindOf(table: string): string {
  const noun = NOUNS[table];
  return noun === undefined ? (entityOf(table)?.noun ?? table.replaceAll('_', ' ')) : i18n.t(noun);
}

export function fieldLabel(table: string, field: string): string {
  const options = entityOf(table)?.fields[field];
  const label = options?.label === undefined ? FIELD_LABELS[field] : undefined;
  return label === undefined ? translated(labelOf(field, options)) : i18n.t(label);
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
  if (value === null || value === undefined || value === '') return i18n.t('nothing');
  if (typeof value === 'boolean') return value ? i18n.t('yes') : i18n.t('no');
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    const text = value.map((one: unknown) => format(one, field, nameOf));
    return text.length === 0 ? i18n.t('nobody') : text.join(', ');
  }
  // Ticks are stored by person.
  if (typeof value === 'object' && field?.refers !== undefined) {
    return format(Object.keys(value), field, nameOf);
  }
  if (typeof value !== 'string') return i18n.t('something');
  // A person cannot read ids of files.
  if (field?.value === 'file' || field?.value === 'image') return i18n.t('a file');
  if (field?.value === 'mentions') return mentionsRead(value, nameOf);
  if (field?.value === 'date') return dateInTable(value);
  if (field?.value === 'instant') return localInstant(value);
  if (field?.refers === undefined) return ID.test(value) ? i18n.t('something') : value;
  return nameOf(field.refers, value) ?? i18n.t('something that is gone');
}

/** In the time zone of the viewer. */
function localInstant(iso: string): string {
  return formatInstant(iso, Date.now());
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
    return i18n.t('{person} of {project}', {
      person: nameOf('people', person) ?? i18n.t('somebody'),
      project: nameOf('projects', project) ?? i18n.t('a project that is gone'),
    });
  }
  if (table !== 'comments') return name;
  if (name !== '') return mentionsRead(name, nameOf);
  // A deleted comment has no text left: its task distinguishes it.
  const task = nameOf('commented', row);
  return task === undefined ? '' : i18n.t('on “{task}”', { task });
}

function mentionsRead(text: string, nameOf: NameOf): string {
  return withMentionNames(text, (id) => nameOf('people', id) ?? nameOfPerson(null));
}
