/**
 * Tables of a project's details. A device may hold a project as an outline: all its other rows, and of these only what
 * changed since (OUT-1). A person needs them when they open the project or one of its tasks.
 */
export const DETAIL_TABLES = ['files', 'subtasks', 'task_files', 'task_steps', 'comments'] as const;

const details: ReadonlySet<string> = new Set(DETAIL_TABLES);

/** The table of a project's tasks, of which a device with only the summary of a project has some (OUT-6). */
export const TASK_TABLE = 'tasks';

/**
 * Rows of a scope that a fill asks for: all, all but the details of cold tasks (OUT-7), without details (OUT-1), with
 * neither details nor tasks (OUT-6), only its tasks, or only its details (OUT-3).
 */
export type ScopeRows = 'all' | 'hot' | 'outline' | 'summary' | 'tasks' | 'details';

/** Rows of a scope that a device has to have. */
export type ScopePart = Extract<ScopeRows, 'all' | 'outline' | 'summary'>;

/** Kinds of rows of a scope that a device may lack. */
export type RowKind = 'tasks' | 'details' | 'others';

export function kindOfTable(table: string): RowKind {
  if (isDetailTable(table)) return 'details';
  return table === TASK_TABLE ? 'tasks' : 'others';
}

const REQUESTED: Readonly<Record<ScopeRows, readonly RowKind[]>> = {
  all: ['others', 'tasks', 'details'],
  hot: ['others', 'tasks', 'details'],
  outline: ['others', 'tasks'],
  summary: ['others'],
  tasks: ['tasks'],
  details: ['details'],
};

/** True for tables whose rows a fill of this kind contains. */
export function isRequested(rows: ScopeRows, table: string): boolean {
  return REQUESTED[rows].includes(kindOfTable(table));
}

/** True for a table that an outline of a project does not contain. */
export function isDetailTable(table: string): boolean {
  return details.has(table);
}
