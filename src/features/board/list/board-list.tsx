import { Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import { isOverdue } from '../../../../model/shared/dates.ts';
import { i18n, type Message, message } from '../../../i18n/i18n.ts';
import type { ViewParameters } from '../../../data/view-parameters.ts';
import { useSubtaskCounts } from '../../../data/subtasks.ts';
import type { AppliedFilter } from '../../../data/task-filter.ts';
import { useBoardTasks, useTaskMarks } from '../../../data/tasks.ts';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { useDataTable } from '../../../ui/tables/use-data-table.ts';
import { useLiveRows } from '../../../ui/tables/use-row-window.ts';
import type { BoardData } from '../board-context.ts';
import type { Composing } from '../kanban/use-composing.ts';
import { PlaceComposer } from '../place-composer.tsx';
import classes from './board-list.module.css';
import { boardListColumns } from './board-list-columns.tsx';
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
  /** Undefined: no filter. */
  readonly filter: AppliedFilter | undefined;
  readonly params: ViewParameters;
  readonly selected: string | undefined;
  readonly selection: Selection;
  readonly revealing: Revealing;
  readonly onParams: (params: ViewParameters) => void;
  readonly onOpen: (taskId: string) => void;
  readonly composing: Composing;
  /** Switches to the list, filtered to tasks without an end date. */
  readonly onUndated: () => void;
}

/** Row heights, as in the style sheet. Pixels. */
const ROW = { wide: 40, phone: 64, phoneTall: 86 } as const;

/** Tasks of a board as a table sortable by any column; only visible rows are rendered. */
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
      <div className={classes.scroller}>
        {data.lacksTasks ? null : (
          <EmptyState
            text={
              filter === undefined
                ? i18n.t('No tasks here yet')
                : i18n.t('No tasks here fit what is shown')
            }
            hint={
              filter === undefined
                ? i18n.t('Tasks are added to the cards of the board.')
                : undefined
            }
          />
        )}
        <Foot {...props} />
      </div>
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
  const window = useLiveRows({
    rows,
    rowKey: idOf,
    heightOf: (task) => {
      if (!isPhone) return ROW.wide;
      return hasThirdLine(task, data) ? ROW.phoneTall : ROW.phone;
    },
    scroller,
  });
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const shownIds = (window?.items ?? []).flatMap(({ index }) => ids[index] ?? []);
  const marks = useTaskMarks(shownIds);
  const subtasks = useSubtaskCounts(shownIds);
  const { toggle } = useTaskActions();
  const focusAt = (index: number) => {
    window?.scrollTo(index);
    const name = `[data-task-name="${CSS.escape(ids[index] ?? '')}"]`;
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(name)?.focus());
  };
  useListKeys({ ids, selection, focusAt });
  useReveal(scroller, props.revealing, (id) => {
    const index = ids.indexOf(id);
    if (index !== -1) window?.scrollTo(index);
  });
  const special = isSpecial(data);
  const columns = boardListColumns({
    data,
    titleOf: (column) => titleOf(column, special),
    marks,
    subtasks,
    isChosen: (id) => selection.ids.has(id),
    onToggle: (task) => void toggle(task),
    onChoose: (task, isRange) => {
      if (isRange) selection.extend(task.id, ids);
      else selection.toggle(task.id);
    },
    onOpen: (task) => onOpen(task.id),
  });
  const { column, isDown } = orderOf(params.by);
  const table = useDataTable({
    columns,
    rows,
    rowKey: idOf,
    sort: column === undefined ? undefined : { key: column, descending: isDown },
  });
  return (
    <div ref={scroller} className={classes.scroller} data-list>
      <DataTable
        label={i18n.t('Tasks of this board')}
        table={table}
        look={CLASSES}
        window={window}
        onSort={(key) => {
          const next = LIST_COLUMNS.find((one) => one === key);
          if (next !== undefined) onParams({ ...params, by: nextOrder(next, params.by) });
        }}
        bodyProps={{ 'data-choosing': selection.ids.size > 0 || undefined }}
        rowProps={(task) => ({
          'data-selected': selected === task.id || undefined,
          'data-chosen': selection.ids.has(task.id) || undefined,
          'data-overdue': isOverdue(task, data.today) || undefined,
          'data-done': task.is_completed || undefined,
          'data-tall': hasThirdLine(task, data) || undefined,
        })}
      />
      <Foot {...props} />
    </div>
  );
}

function Foot({ composing, cards }: Pick<BoardViewProps, 'composing' | 'cards'>) {
  return (
    <div className={classes.foot}>
      <PlaceComposer composing={composing} cards={cards} place="list" />
    </div>
  );
}

const CLASSES = {
  table: classes.table,
  head: classes.headings,
  row: classes.row,
  header: classes.heading,
  body: classes.body,
  cell: classes.cell,
  arrow: classes.arrow,
};

function idOf({ id }: { readonly id: string }): string {
  return id;
}

type BoardTasks = ReturnType<typeof sortedRows>;

interface PhoneSortProps {
  readonly by: string | undefined;
  readonly special: boolean;
  readonly onParams: (by: string | undefined) => void;
}

/** Sort menu of a phone, which has no column headings. */
function PhoneSort({ by, special, onParams }: PhoneSortProps) {
  const data = LIST_COLUMNS.flatMap((column) => {
    const [up, down] = SORTED[column === 'label' && special ? 'subtask' : column];
    return [
      { value: column, label: i18n.t(up) },
      { value: `-${column}`, label: i18n.t(down) },
    ];
  });
  return (
    <Select
      size="xs"
      className={classes.phoneSort}
      aria-label={i18n.t('Sort')}
      placeholder={i18n.t('Sorted as on the board')}
      clearable
      data={data}
      value={by ?? null}
      onChange={(next) => onParams(next ?? undefined)}
    />
  );
}

function titleOf(column: ListColumn, special: boolean): string {
  return i18n.t(TITLES[column === 'label' && special ? 'subtask' : column]);
}

/** Organisations with special roles call labels sub-tasks. */
type Title = ListColumn | 'subtask';

const TITLES: Readonly<Record<Title, Message>> = {
  name: message('Task'),
  card: message('Card'),
  assignee: message('Assignee'),
  priority: message('Priority'),
  label: message('Label'),
  subtask: message('Sub-task'),
  start: message('Start'),
  end: message('Due'),
};

/** Ascending and descending. */
const SORTED: Readonly<Record<Title, readonly [Message, Message]>> = {
  name: [message('Sorted by task'), message('Sorted by task, reversed')],
  card: [message('Sorted by card'), message('Sorted by card, reversed')],
  assignee: [message('Sorted by assignee'), message('Sorted by assignee, reversed')],
  priority: [message('Sorted by priority'), message('Sorted by priority, reversed')],
  label: [message('Sorted by label'), message('Sorted by label, reversed')],
  subtask: [message('Sorted by sub-task'), message('Sorted by sub-task, reversed')],
  start: [message('Sorted by start'), message('Sorted by start, reversed')],
  end: [message('Sorted by due'), message('Sorted by due, reversed')],
};

function isSpecial(data: BoardData): boolean {
  return data.actor?.specialRole === true;
}
