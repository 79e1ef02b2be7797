import { type FieldOptions, labelOf, type Reference } from '../../../model/entities/fields.ts';
import { tasks } from '../../../model/entities/task.ts';
import type { ActivityEntry } from '../../data/activity.ts';
import { dateInFull } from '../../ui/text/date-format.ts';

/** Names of rows by id, for values that are references; undefined when there is no such row any more. */
export type NameOf = (kind: Reference, id: string) => string | undefined;

export interface ChangeText {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** The changes of one write in words; empty when only what nobody reads has changed (a place in the order). */
export function changeMessage(
  { changes }: Pick<ActivityEntry, 'changes'>,
  nameOf: NameOf,
): readonly ChangeText[] {
  return changes.flatMap(({ field, before, after }) => {
    const options = tasks.fields[field];
    if (options === undefined || options.isQuiet === true) return [];
    const text = (value: unknown) => formatValue(value, options, nameOf);
    const label = options.ownLabel ?? labelOf(field, options);
    return [{ field: label, before: text(before), after: text(after) }];
  });
}

function formatValue(value: unknown, field: FieldOptions, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const text = value.map((one: unknown) => formatValue(one, field, nameOf));
    return text.length === 0 ? 'none' : text.join(', ');
  }
  // Ticks are kept by person.
  if (typeof value === 'object') return formatValue(Object.keys(value), field, nameOf);
  if (typeof value !== 'string') return 'something';
  if (field.value === 'image') return 'an image';
  if (field.value === 'date') return dateInFull(value);
  if (field.refers === undefined) return shortened(value);
  return nameOf(field.refers, value) ?? 'something that is gone';
}

/** How much of a long text is shown: the task itself has all of it. */
const SHOWN = 240;

function shortened(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

/** The device's clock beside the server's where they differ by a minute or more: work that was done offline. */
export function claimOf({ at, claimed_at }: Pick<ActivityEntry, 'at' | 'claimed_at'>) {
  if (claimed_at === null) return undefined;
  return Math.abs(Date.parse(at) - Date.parse(claimed_at)) >= 60_000 ? claimed_at : undefined;
}
