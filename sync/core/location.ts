import type { RawRow } from '../../model/entities/define-entity.ts';

/** Tables whose rows a person knows by their own name. */
const NAMED: ReadonlySet<string> = new Set(['cards', 'tasks', 'subtasks', 'labels']);

/** What a row hangs on, by its fields `task` and `project`. */
export interface ParentRows {
  readonly task: RawRow | undefined;
  readonly project: RawRow | undefined;
}

/** Where a person finds a row of a board: what it is called, its task, its project. Missing is what is not here. */
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

/** The id in a field of a row. */
export function idIn(row: RawRow | undefined, field: keyof ParentRows): string | undefined {
  const id = row?.[field];
  return typeof id === 'string' ? id : undefined;
}
