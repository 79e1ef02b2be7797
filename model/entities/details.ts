/**
 * Tables of a project's details. A device may hold a project as an outline: all its other rows, and of these only what
 * changed since (OUT-1). A person needs them when they open the project or one of its tasks.
 */
export const DETAIL_TABLES = ['files', 'subtasks', 'task_files', 'task_steps', 'comments'] as const;

const details: ReadonlySet<string> = new Set(DETAIL_TABLES);

/** Rows of a scope that a fill asks for: all, without details (OUT-1), or only its details (OUT-3). */
export type ScopeRows = 'all' | 'outline' | 'details';

/** True for tables whose rows a fill of this kind contains. */
export function isRequested(rows: ScopeRows, table: string): boolean {
  return rows === 'all' || isDetailTable(table) === (rows === 'details');
}

/** True for a table that an outline of a project does not contain. */
export function isDetailTable(table: string): boolean {
  return details.has(table);
}
