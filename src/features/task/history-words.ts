import type { ActivityEntry } from '../../data/activity.ts';
import { dateInFull } from '../../ui/date-words.ts';

type Kind = 'people' | 'flags' | 'cards' | 'labels';
/** Names of rows by id, for values that are references; undefined when there is no such row any more. */
export type NameOf = (kind: Kind, id: string) => string | undefined;

/** What a field is called, and what its values refer to. A field that is not here says nothing to a person. */
const FIELDS: Readonly<Record<string, { readonly words: string; readonly kind?: Kind }>> = {
  name: { words: 'Name' },
  description: { words: 'Description' },
  card: { words: 'Stage', kind: 'cards' },
  flag: { words: 'Priority', kind: 'flags' },
  label: { words: 'Label', kind: 'labels' },
  start_date: { words: 'Start date' },
  end_date: { words: 'Due date' },
  document: { words: 'Image' },
  status: { words: 'Active' },
  assigned_to: { words: 'Assignee', kind: 'people' },
  assigned_users: { words: 'Assignees', kind: 'people' },
  collaborators: { words: 'Collaborators', kind: 'people' },
  is_completed: { words: 'Completed' },
  is_completed_employee: { words: 'Completed by Employee' },
  ticks: { words: 'Ticked by', kind: 'people' },
};

export interface ChangeWords {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** The changes of one write in words; empty when only what nobody reads has changed (a place in the order). */
export function changeWords(
  { changes }: Pick<ActivityEntry, 'changes'>,
  nameOf: NameOf,
): readonly ChangeWords[] {
  return changes.flatMap(({ field, before, after }) => {
    const known = FIELDS[field];
    if (known === undefined) return [];
    const words = (value: unknown) => valueWords(value, { name: field, kind: known.kind }, nameOf);
    return [{ field: known.words, before: words(before), after: words(after) }];
  });
}

interface Field {
  readonly name: string;
  readonly kind: Kind | undefined;
}

function valueWords(value: unknown, field: Field, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const words = value.map((one: unknown) => valueWords(one, field, nameOf));
    return words.length === 0 ? 'none' : words.join(', ');
  }
  // Ticks are kept by person.
  if (typeof value === 'object') return valueWords(Object.keys(value), field, nameOf);
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
