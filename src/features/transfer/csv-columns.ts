import type { Field } from '../../../model/entities/fields.ts';
import { tasks } from '../../../model/entities/task.ts';
import { taskCreateSchema } from '../../../model/mutations/task/task-create.ts';

/** Meaning of a CSV column: a field of the task, or a use of its own (`subtasks`, `id`, `append`, `skip`). */
export type ColumnUse = string;

/** Fields of a task that an import sets by another name or by another mutation than `task-create`. */
const SET_APART: ReadonlySet<string> = new Set(['card', 'is_completed', 'status']);

/**
 * Fields of a task that a column can set: those with a column in the export and a mutation that restores them. The card
 * is set by a move.
 */
const FIELDS: ReadonlyMap<string, Field> = new Map(
  Object.entries(tasks.fields).filter(
    ([name, { csv, restore }]) =>
      csv !== undefined &&
      (restore !== undefined || name === 'card') &&
      (SET_APART.has(name) || name in taskCreateSchema.entries),
  ),
);

/** Fields whose cells need more than their type: a lookup of names, or another mutation. */
const OWN_READING: ReadonlySet<string> = new Set([
  ...SET_APART,
  'name',
  'description',
  'start_date',
  'end_date',
  'status',
]);

/** Fields whose cells are read by their type alone. */
export const PLAIN_FIELDS: ReadonlyMap<string, Field> = new Map(
  [...FIELDS].filter(([name, { refers }]) => !OWN_READING.has(name) && refers === undefined),
);

/** Fields that are offered first, in this order; the others follow in the order of the entity. */
const FIRST = ['name', 'description', 'card', 'label'];

/** Possible uses of a column with their texts, in the order in which they are offered. */
export const COLUMN_USES: ReadonlyMap<ColumnUse, string> = new Map([
  ...[...new Set([...FIRST, ...FIELDS.keys()])].flatMap((name) => {
    const text = name === 'name' ? 'Task name' : (FIELDS.get(name)?.csv ?? name);
    const use = [name, text] as const;
    return name === 'collaborators' ? [use, ['subtasks', 'Subtasks'] as const] : [use];
  }),
  ['id', 'Id (to recognise repeats)'] as const,
  ['append', 'Add to the description'] as const,
  ['skip', 'Does not come along'] as const,
]);

/** Headings of other products by use, without case, spaces and punctuation; the first match wins. */
const OTHER_HEADINGS: Readonly<Partial<Record<ColumnUse, readonly string[]>>> = {
  id: ['cairnid', 'cardid', 'taskid', 'issueid', 'id', 'key'],
  name: ['cardname', 'taskname', 'title', 'task', 'summary', 'issue', 'subject', 'todo'],
  description: ['carddescription', 'desc', 'notes', 'note', 'details', 'body', 'taskdescription'],
  card: [
    'list',
    'listname',
    'column',
    'section',
    'sectioncolumn',
    'stage',
    'state',
    'status',
    'bucket',
    'bucketname',
  ],
  label: ['labels', 'tag', 'tags', 'category'],
  flag: ['flag'],
  start_date: ['start', 'begin', 'from'],
  end_date: ['due', 'enddate', 'end', 'deadline', 'until'],
  assigned_to: [
    'assignee',
    'assignees',
    'members',
    'member',
    'owner',
    'responsible',
    'assigneeemail',
  ],
  collaborators: ['followers', 'watchers'],
  subtasks: ['subtasks', 'checklist', 'checklistitems', 'checklists'],
  is_completed: ['iscompleted', 'done', 'duecomplete', 'complete'],
  status: ['isarchived', 'closed'],
};

/** Most likely use of each column. */
export function guessColumns(headings: readonly string[]): readonly ColumnUse[] {
  const known = headings.map(plain);
  const uses: ColumnUse[] = known.map(() => 'skip');
  for (const use of COLUMN_USES.keys()) {
    const own = FIELDS.get(use)?.csv;
    for (const name of [
      ...(own === undefined ? [] : [plain(own)]),
      ...(OTHER_HEADINGS[use] ?? []),
    ]) {
      const at = known.findIndex((heading, index) => heading === name && uses[index] === 'skip');
      if (at === -1) continue;
      uses[at] = use;
      break;
    }
  }
  return uses;
}

/** Uses with one column changed; a use that only one column can have is removed from the other. */
export function withUse(
  uses: readonly ColumnUse[],
  column: number,
  use: ColumnUse,
): readonly ColumnUse[] {
  return uses.map((before, index) => {
    if (index === column) return use;
    return isSingle(use) && before === use ? 'skip' : before;
  });
}

/** True when the cells of the column are calendar dates. */
export function isDate(use: ColumnUse | undefined): boolean {
  return use !== undefined && FIELDS.get(use)?.value === 'date';
}

/** True for a use of at most one column: people, labels and texts can come from several. */
function isSingle(use: ColumnUse): boolean {
  const field = FIELDS.get(use);
  if (field === undefined) return use === 'id';
  return field.refers !== 'people' && field.refers !== 'labels';
}

function plain(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
