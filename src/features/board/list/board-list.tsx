import { Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import type { ViewParameters } from '../../../data/view-parameters.ts';
import { useSubtaskCounts } from '../../../data/subtasks.ts';
import type { AppliedFilter } from '../../../data/task-filter.ts';
import { useBoardTasks, useTaskMarks } from '../../../data/tasks.ts';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import type { BoardData } from '../board-context.ts';
import classes from './board-list.module.css';
import { BoardListRow } from './board-list-row.tsx';
import {
  hasThirdLine,
  LIST_COLUMNS,
  type ListColumn,
  nextOrder,
  orderOf,
  sortedRows,
} from './list-rows.ts';
import { useListKeys } from './use-list-keys.ts';
import { type Revealing, useReveal } from '../use-reveal.ts';
import type { Selection } from '../selection/use-selection.ts';
import { useTaskActions } from '../use-task-actions.ts';

export interface BoardViewProps {
  readonly cards: readonly Card[];
  readonly data: BoardData;
  /** Undefined: everything is shown. */
  readonly filter: AppliedFilter | undefined;
  readonly params: ViewParameters;
  readonly selected: string | undefined;
  readonly selection: Selection;
  readonly revealing: Revealing;
  readonly onParams: (params: ViewParameters) => void;
  readonly onOpen: (taskId: string) => void;
  /** Shows as a list the tasks that have no end date. */
  readonly onUndated: () => void;
}

/** Pixels; as the style sheet has them. */
const ROW = { wide: 40, phone: 64, phoneTall: 86 } as const;

/** The tasks of a board as a table that is sorted by any column; only the rows on screen are drawn. */
export function BoardList(props: BoardViewProps) {
  const { cards, data, filter, params, onParams } = props;
  const tasks = useBoardTasks(cards, filter);
  const order = useMemo(() => orderOf(params.by), [params.by]);
  const rows = useMemo(
    () => (tasks === undefined ? undefined : sortedRows(tasks, order, data)),
    [tasks, order, data],
  );
  if (rows === undefined) {
    return (
      <div className={classes.scroller}>
        <LoadingRows count={8} />
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        text={filter === undefined ? 'No tasks here yet' : 'No tasks here fit what is shown'}
        hint={filter === undefined ? 'Tasks are added to the cards of the board.' : undefined}
      />
    );
  }
  return (
    <>
      <PhoneSort
        by={params.by}
        special={isSpecial(data)}
        onParams={(by) => onParams({ ...params, by })}
      />
      <Rows {...props} rows={rows} />
    </>
  );
}

function Rows(props: BoardViewProps & { readonly rows: BoardTasks }) {
  const { data, rows, params, selected, selection, onParams, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  // oxlint-disable-next-line react/incompatible-library -- its functions stay here and are not memoised
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const task = rows[index];
      if (!isPhone) return ROW.wide;
      return task !== undefined && hasThirdLine(task, data) ? ROW.phoneTall : ROW.phone;
    },
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
  });
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const shown = virtual.getVirtualItems();
  const shownIds = shown.flatMap(({ index }) => ids[index] ?? []);
  const marks = useTaskMarks(shownIds);
  const subtasks = useSubtaskCounts(shownIds);
  const { toggle } = useTaskActions();
  const focusAt = (index: number) => {
    virtual.scrollToIndex(index, { align: 'auto' });
    const name = `[data-task-name="${CSS.escape(ids[index] ?? '')}"]`;
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(name)?.focus());
  };
  useListKeys({ ids, selection, focusAt });
  useReveal(scroller, props.revealing, (id) => {
    const index = ids.indexOf(id);
    if (index !== -1) virtual.scrollToIndex(index, { align: 'auto' });
  });
  return (
    <div ref={scroller} className={classes.scroller} data-list>
      <table
        className={classes.table}
        aria-label="Tasks of this board"
        aria-rowcount={rows.length + 1}
      >
        <Headings
          by={params.by}
          special={isSpecial(data)}
          onBy={(by) => onParams({ ...params, by })}
        />
        <tbody
          className={classes.body}
          style={{ height: virtual.getTotalSize() }}
          data-choosing={selection.ids.size > 0 || undefined}
        >
          {shown.map(({ index, start }) => {
            const task = rows[index];
            if (task === undefined) return null;
            return (
              <BoardListRow
                key={task.id}
                task={task}
                data={data}
                index={index}
                start={start}
                mark={marks?.get(task.id)}
                subtasks={subtasks?.get(task.id)}
                selected={selected === task.id}
                chosen={selection.ids.has(task.id)}
                onToggle={() => void toggle(task)}
                onChoose={(isRange) => {
                  if (isRange) selection.extend(task.id, ids);
                  else selection.toggle(task.id);
                }}
                onOpen={() => onOpen(task.id)}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type BoardTasks = ReturnType<typeof sortedRows>;

interface HeadingsProps {
  readonly by: string | undefined;
  readonly special: boolean;
  readonly onBy: (by: string | undefined) => void;
}

function Headings({ by, special, onBy }: HeadingsProps) {
  const { column: current, isDown } = orderOf(by);
  const Arrow = isDown ? IconArrowDown : IconArrowUp;
  return (
    <thead className={classes.headings}>
      <tr className={classes.row} aria-rowindex={1}>
        <th scope="col" className={classes.choose}>
          <span className={classes.hidden}>Selected</span>
        </th>
        {LIST_COLUMNS.map((column) => (
          <th
            key={column}
            scope="col"
            className={classes.heading}
            aria-sort={column === current ? (isDown ? 'descending' : 'ascending') : 'none'}
          >
            <button type="button" onClick={() => onBy(nextOrder(column, by))}>
              {titleOf(column, special)}
              {column === current && <Arrow size={13} stroke={1.8} aria-hidden />}
            </button>
          </th>
        ))}
        <th scope="col" className={classes.heading}>
          Subtasks
        </th>
      </tr>
    </thead>
  );
}

interface PhoneSortProps extends Omit<HeadingsProps, 'onBy'> {
  readonly onParams: (by: string | undefined) => void;
}

/** A phone has no headings to tap. */
function PhoneSort({ by, special, onParams }: PhoneSortProps) {
  const data = LIST_COLUMNS.flatMap((column) => [
    { value: column, label: `Sorted by ${titleOf(column, special).toLowerCase()}` },
    { value: `-${column}`, label: `Sorted by ${titleOf(column, special).toLowerCase()}, reversed` },
  ]);
  return (
    <Select
      size="xs"
      className={classes.phoneSort}
      aria-label="Sort"
      placeholder="Sorted as on the board"
      clearable
      data={data}
      value={by ?? null}
      onChange={(next) => onParams(next ?? undefined)}
    />
  );
}

function titleOf(column: ListColumn, special: boolean): string {
  if (column === 'label') return special ? 'Sub-task' : 'Label';
  return TITLES[column];
}

const TITLES = {
  name: 'Task',
  card: 'Card',
  assignee: 'Assignee',
  priority: 'Priority',
  start: 'Start',
  end: 'Due',
} as const;

function isSpecial(data: BoardData): boolean {
  return data.actor?.specialRole === true;
}
