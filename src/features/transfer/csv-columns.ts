/** Possible meanings of a CSV column. */
export const COLUMN_USES = {
  name: 'Task name',
  description: 'Description',
  list: 'Card',
  label: 'Label',
  priority: 'Priority',
  start: 'Start date',
  due: 'Due date',
  assignees: 'Assigned to',
  collaborators: 'Collaborators',
  subtasks: 'Subtasks',
  completed: 'Completed',
  archived: 'Archived',
  id: 'Id (tells repeats)',
  append: 'Add to the description',
  skip: 'Does not come along',
} as const;
export type ColumnUse = keyof typeof COLUMN_USES;

/** Uses that at most one column can have. */
const SINGLE: ReadonlySet<ColumnUse> = new Set([
  'name',
  'description',
  'list',
  'priority',
  'start',
  'due',
  'completed',
  'archived',
  'id',
] as const);

/** Headings of other products, without case, spaces and punctuation; the first match wins. */
const HEADINGS: readonly (readonly [ColumnUse, readonly string[]])[] = [
  ['id', ['cairnid', 'cardid', 'taskid', 'issueid', 'id', 'key']],
  [
    'name',
    ['name', 'cardname', 'taskname', 'title', 'task', 'summary', 'issue', 'subject', 'todo'],
  ],
  [
    'description',
    [
      'description',
      'carddescription',
      'desc',
      'notes',
      'note',
      'details',
      'body',
      'taskdescription',
    ],
  ],
  [
    'list',
    [
      'card',
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
  ],
  ['label', ['label', 'labels', 'tag', 'tags', 'category']],
  ['priority', ['priority', 'flag']],
  ['start', ['startdate', 'start', 'begin', 'from']],
  ['due', ['duedate', 'due', 'enddate', 'end', 'deadline', 'until']],
  [
    'assignees',
    [
      'assignedto',
      'assignee',
      'assignees',
      'members',
      'member',
      'owner',
      'responsible',
      'assigneeemail',
    ],
  ],
  ['collaborators', ['collaborators', 'followers', 'watchers']],
  ['subtasks', ['subtasks', 'checklist', 'checklistitems', 'checklists']],
  ['completed', ['completed', 'iscompleted', 'done', 'duecomplete', 'complete']],
  ['archived', ['archived', 'isarchived', 'closed']],
];

/** Most likely use of each column. */
export function guessColumns(headings: readonly string[]): readonly ColumnUse[] {
  const plain = headings.map((heading) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const uses: ColumnUse[] = plain.map(() => 'skip');
  for (const [use, names] of HEADINGS) {
    for (const name of names) {
      const at = plain.findIndex((heading, index) => heading === name && uses[index] === 'skip');
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
    return SINGLE.has(use) && before === use ? 'skip' : before;
  });
}
