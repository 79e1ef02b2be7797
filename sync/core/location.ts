import type { RawRow } from '../../model/entities/define-entity.ts';

/** Tables whose rows have a name that people see. */
const NAMED: ReadonlySet<string> = new Set(['cards', 'tasks', 'subtasks', 'labels']);

/** Parents of a row by its fields `task` and `project`; undefined for a row that is not on this device. */
export interface ParentRows {
  readonly task: RawRow | undefined;
  readonly project: RawRow | undefined;
}

/** Names of a row of a board, its task and its project; rows that are not on this device are left out. */
export function placeOf(
  table: string,
  row: RawRow | undefined,
  parents: ParentRows,
): readonly string[] {
  const own = NAMED.has(table) ? row : undefined;
  return [own, parents.task, parents.project].flatMap((one) => {
    const name = one?.['name'];
    return typeof name === 'string' ? [name] : [];
  });
}

/** Id of the parent in a field of a row. */
export function idIn(row: RawRow | undefined, field: keyof ParentRows): string | undefined {
  const id = row?.[field];
  return typeof id === 'string' ? id : undefined;
}
