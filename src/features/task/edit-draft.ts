import { ASKS, type Task } from '../../../model/entities/task.ts';
import type { TaskChanges } from '../../data/task-changes.ts';

/** A type, not an interface: drafts are stored by field name. */
export type EditDraft = {
  readonly name: string;
  readonly description: string;
  /** Description that this edit started from, also when it continues after a reload (WRITE-4). */
  readonly description_base: string;
  readonly start_date: string;
  readonly end_date: string;
  /** What its assignees must add to "done". */
  readonly asks: readonly string[];
};

type Edited = Pick<Task, 'name' | 'description' | 'start_date' | 'end_date' | 'asks'>;

/** Initial values of an edit. */
export function editDraftOf(task: Edited): EditDraft {
  return {
    name: task.name,
    description: task.description,
    description_base: task.description,
    start_date: task.start_date ?? '',
    end_date: task.end_date ?? '',
    asks: task.asks,
  };
}

/**
 * Values that the form shows and writes. Fields without an edit follow the row, so that saving does not
 * revert a colleague's change. The description keeps the text its edit started from.
 */
export function editedValues(
  task: Edited,
  { values, changes }: { readonly values: EditDraft; readonly changes: Partial<EditDraft> },
): EditDraft {
  const { name, start_date, end_date, asks } = editDraftOf(task);
  return { ...values, name, start_date, end_date, asks, ...changes };
}

/** Fields that differ from the current task; a description is compared with the one the edit started from. */
export function changesOf(task: Edited, values: EditDraft): TaskChanges {
  const name = values.name.trim();
  const start = values.start_date === '' ? null : values.start_date;
  const end = values.end_date === '' ? null : values.end_date;
  const asks = ASKS.filter((ask) => values.asks.includes(ask));
  return {
    ...(name !== task.name && { name }),
    ...(values.description !== values.description_base && {
      description: values.description,
      description_base: values.description_base,
    }),
    ...(start !== task.start_date && { start_date: start }),
    ...(end !== task.end_date && { end_date: end }),
    ...(asks.join() !== task.asks.join() && { asks }),
  };
}
