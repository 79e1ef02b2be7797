import {
  type Field,
  type FieldOptions,
  labelOf,
  type Reference,
} from '../../../model/entities/fields.ts';
import { tasks } from '../../../model/entities/task.ts';
import { beginning } from '../../../model/shared/shorten.ts';
import type { ActivityEntry } from '../../data/activity.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { dateInFull } from '../../ui/text/date-format.ts';

/** Names of referenced rows by id; undefined when the row does not exist any more. */
export type NameOf = (kind: Reference, id: string) => string | undefined;

export interface ChangeText {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Changes of one write as text; empty when only hidden fields have changed (e.g. the rank). */
export function changeMessage(
  { changes }: Pick<ActivityEntry, 'changes'>,
  nameOf: NameOf,
  fields: Readonly<Record<string, Field>> = tasks.fields,
): readonly ChangeText[] {
  return changes.flatMap(({ field, before, after }) => {
    const options = fields[field];
    if (options === undefined || options.isQuiet === true) return [];
    const text = (value: unknown) => formatValue(value, options, nameOf);
    const label = options.ownLabel ?? labelOf(field, options);
    return [{ field: translated(label), before: text(before), after: text(after) }];
  });
}

function formatValue(value: unknown, field: FieldOptions, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return i18n.t('none');
  if (typeof value === 'boolean') return value ? i18n.t('yes') : i18n.t('no');
  if (Array.isArray(value)) {
    const text = value.map((one: unknown) => formatValue(one, field, nameOf));
    return text.length === 0 ? i18n.t('none') : text.join(', ');
  }
  // Ticks are stored by person.
  if (typeof value === 'object') return formatValue(Object.keys(value), field, nameOf);
  if (typeof value !== 'string') return i18n.t('something');
  if (field.value === 'image') return i18n.t('an image');
  if (field.value === 'date') return dateInFull(value);
  if (field.refers === undefined) return beginning(value, SHOWN);
  return nameOf(field.refers, value) ?? i18n.t('something that is gone');
}

/** UTF-16 units shown of a long text with its ellipsis; the task itself shows all of it. */
const SHOWN = 241;
