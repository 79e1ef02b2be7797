import type { ActivityEntry } from '../../data/activity.ts';
import { dateInFull } from '../../ui/text/date-format.ts';

type Kind = 'people' | 'flags' | 'cards' | 'labels';
/** Names of rows by id, for values that are references; undefined when there is no such row any more. */
export type NameOf = (kind: Kind, id: string) => string | undefined;

/** What a field is called, and what its values refer to. A field that is not here says nothing to a person. */
const FIELDS: Readonly<Record<string, { readonly label: string; readonly kind?: Kind }>> = {
  name: { label: 'Name' },
  description: { label: 'Description' },
  card: { label: 'Stage', kind: 'cards' },
  flag: { label: 'Priority', kind: 'flags' },
  label: { label: 'Label', kind: 'labels' },
  start_date: { label: 'Start date' },
  end_date: { label: 'Due date' },
  document: { label: 'Image' },
  status: { label: 'Active' },
  assigned_to: { label: 'Assignee', kind: 'people' },
  assigned_users: { label: 'Assignees', kind: 'people' },
  collaborators: { label: 'Collaborators', kind: 'people' },
  is_completed: { label: 'Completed' },
  is_completed_employee: { label: 'Completed by Employee' },
  ticks: { label: 'Ticked by', kind: 'people' },
};

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
    const known = FIELDS[field];
    if (known === undefined) return [];
    const text = (value: unknown) => formatValue(value, { name: field, kind: known.kind }, nameOf);
    return [{ field: known.label, before: text(before), after: text(after) }];
  });
}

interface Field {
  readonly name: string;
  readonly kind: Kind | undefined;
}

function formatValue(value: unknown, field: Field, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const text = value.map((one: unknown) => formatValue(one, field, nameOf));
    return text.length === 0 ? 'none' : text.join(', ');
  }
  // Ticks are kept by person.
  if (typeof value === 'object') return formatValue(Object.keys(value), field, nameOf);
  if (typeof value !== 'string') return 'something';
  if (field.name === 'document') return 'an image';
  if (field.name.endsWith('_date')) return dateInFull(value);
  if (field.kind === undefined) return shortened(value);
  return nameOf(field.kind, value) ?? 'something that is gone';
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
