/**
 * Tables of a project's details. A device may hold a project as an outline: all its other rows, and of these only what
 * changed since (OUT-1). A person needs them when they open the project or one of its tasks.
 */
const DETAIL_TABLES: ReadonlySet<string> = new Set(['files', 'subtasks', 'task_files', 'comments']);

/** True for a table that an outline of a project does not contain. */
export function isDetailTable(table: string): boolean {
  return DETAIL_TABLES.has(table);
}
