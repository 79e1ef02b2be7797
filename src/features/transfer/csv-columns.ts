/** What a column of a CSV file can be in Cairn. */
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

/** Uses that only one column can have. */
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

/** Headings as other products write them, without case, spaces and signs; the first that is there wins. */
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

/** What each column most likely is. */
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

/** The same with another use of one column; what only one can be is taken from the other. */
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
