import { assigneesOf, type Task } from '../../../../model/entities/task.ts';
import { nameIn } from '../../../data/person-name.ts';
import type { BoardData } from '../board-context.ts';

/** Columns that a list of tasks can be sorted by. */
export const LIST_COLUMNS = [
  'name',
  'card',
  'assignee',
  'priority',
  'label',
  'start',
  'end',
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

interface ListOrder {
  /** Undefined: board order. */
  readonly column: ListColumn | undefined;
  readonly isDown: boolean;
}

/** Sort order from the address: a column, with a leading `-` for descending. */
export function orderOf(by: string | undefined): ListOrder {
  const isDown = by?.startsWith('-') === true;
  const name = isDown ? by?.slice(1) : by;
  return { column: LIST_COLUMNS.find((column) => column === name), isDown };
}

/** Value for the address after a click on a heading: ascending, descending, board order. */
export function nextOrder(column: ListColumn, by: string | undefined): string | undefined {
  const now = orderOf(by);
  if (now.column !== column) return column;
  return now.isDown ? undefined : `-${column}`;
}

type Names = Pick<BoardData, 'people' | 'flags' | 'labels' | 'cards'>;

/** Text of a cell; empty when the task has no value. */
export function cellText(task: Task, column: ListColumn, data: Names): string {
  switch (column) {
    case 'name':
      return task.name;
    case 'card':
      return data.cards.find(({ id }) => id === task.card)?.name ?? '';
    case 'assignee':
      return assigneesOf(task)
        .map((id) => nameIn(data.people, id))
        .join(', ');
    case 'priority':
      return task.flag === null ? '' : (data.flags.get(task.flag)?.name ?? '');
    case 'label':
      return task.label === null ? '' : (data.labels.get(task.label)?.name ?? '');
    case 'start':
      return task.start_date ?? '';
    case 'end':
      return task.end_date ?? '';
  }
}

/**
 * True when a phone shows the task in three lines: one with a label or a start date, so that all cells of a
 * wide row are shown.
 */
export function hasThirdLine(task: Task, data: Names): boolean {
  return cellText(task, 'label', data) !== '' || task.start_date !== null;
}

/**
 * Sorted by a column; tasks without a value come last in both directions, and ties keep the board order.
 * Columns sort by position, priorities by their order.
 */
export function sortedRows(
  tasks: readonly Task[],
  { column, isDown }: ListOrder,
  data: Names,
): readonly Task[] {
  if (column === undefined) return tasks;
  const text = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const cards = placesOf(data.cards.map(({ id }) => id));
  const flags = placesOf([...data.flags.keys()]);
  const keyed = tasks.map((task) => ({
    task,
    text: cellText(task, column, data),
    place: column === 'card' ? cards.get(task.card) : flags.get(task.flag ?? ''),
  }));
  const byPlace = column === 'card' || column === 'priority';
  return keyed
    .toSorted((left, right) => {
      if (left.text === '' || right.text === '') {
        return Number(left.text === '') - Number(right.text === '');
      }
      const order = byPlace
        ? (left.place ?? 0) - (right.place ?? 0)
        : text.compare(left.text, right.text);
      return isDown ? -order : order;
    })
    .map(({ task }) => task);
}

function placesOf(ids: readonly string[]): ReadonlyMap<string, number> {
  return new Map(ids.map((id, index) => [id, index]));
}
