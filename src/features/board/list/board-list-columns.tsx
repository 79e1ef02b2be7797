import { Checkbox } from '@mantine/core';
import { IconSubtask } from '@tabler/icons-react';
import type { Task } from '../../../../model/entities/task.ts';
import { isOverdue } from '../../../../model/shared/dates.ts';
import { i18n } from '../../../i18n/i18n.ts';
import type { SubtaskCount } from '../../../data/subtasks.ts';
import { completionOf } from '../../../data/task-completion.ts';
import { FlagMark } from '../../../ui/marks/flag-mark.tsx';
import { type Mark, RowMark } from '../../../ui/marks/row-mark.tsx';
import type { TableColumn } from '../../../ui/tables/use-data-table.ts';
import { dateInFull, formatDate } from '../../../ui/text/date-format.ts';
import { AssigneeFaces } from '../assignee-faces.tsx';
import { type BoardData, completionLabel } from '../board-context.ts';
import { CompletionControl } from '../completion-control.tsx';
import classes from './board-list.module.css';
import { cellText, type ListColumn } from './list-rows.ts';

interface ListContext {
  readonly data: BoardData;
  readonly titleOf: (column: ListColumn) => string;
  readonly marks: ReadonlyMap<string, Mark> | undefined;
  readonly subtasks: ReadonlyMap<string, SubtaskCount> | undefined;
  readonly isChosen: (task: string) => boolean;
  readonly onToggle: (task: Task) => void;
  /** `isRange` (Shift): selects every task since the last selected one. */
  readonly onChoose: (task: Task, isRange: boolean) => void;
  readonly onOpen: (task: Task) => void;
}

/**
 * Columns of the list. The name is the row's click target; the checkbox selects. An empty cell renders
 * nothing, so that a phone reserves no space for it.
 */
export function boardListColumns(context: ListContext): readonly TableColumn<Task>[] {
  const { data, titleOf, subtasks, isChosen, onChoose } = context;
  const column = (key: ListColumn, cell: TableColumn<Task>['cell']): TableColumn<Task> => ({
    key,
    header: titleOf(key),
    isSortable: true,
    cell,
    cellProps: () => ({ 'data-cell': key }),
  });
  return [
    {
      key: 'choose',
      header: <span className={classes.hidden}>{i18n.t('Selected')}</span>,
      headerProps: { className: classes.choose },
      cellProps: () => ({ className: classes.choose }),
      cell: (task) => (
        <Checkbox
          size="xs"
          aria-label={i18n.t('Select {name}', { name: task.name })}
          checked={isChosen(task.id)}
          onChange={() => undefined}
          onClick={(event) => onChoose(task, event.shiftKey)}
        />
      ),
    },
    {
      ...column('name', (task) => <Name task={task} {...context} />),
      cellProps: () => ({ className: classes.nameCell }),
    },
    column('card', (task) => <Text text={cellText(task, 'card', data)} />),
    column('assignee', (task) => <AssigneeFaces task={task} people={data.people} />),
    column('priority', (task) => <Priority task={task} data={data} />),
    column('label', (task) => <Text text={cellText(task, 'label', data)} />),
    column('start', (task) => <Day date={task.start_date} today={data.today} isStart />),
    column('end', (task) => (
      <Day date={task.end_date} today={data.today} isOverdue={isOverdue(task, data.today)} />
    )),
    {
      key: 'subtasks',
      header: i18n.t('Subtasks'),
      cellProps: () => ({ 'data-cell': 'subtasks' }),
      cell: ({ id }) => <Subtasks count={subtasks?.get(id)} />,
    },
  ];
}

interface NameProps extends Omit<ListContext, 'titleOf' | 'subtasks' | 'isChosen'> {
  readonly task: Task;
}

function Name({ task, data, marks, onToggle, onChoose, onOpen }: NameProps) {
  const completion = completionOf(task, data.actor);
  return (
    <>
      <CompletionControl
        name={task.name}
        completion={completion}
        text={completionLabel(task, completion, data)}
        tabbable
        onToggle={() => onToggle(task)}
      />
      <button
        type="button"
        className={classes.name}
        data-task-name={task.id}
        title={task.name}
        onClick={(event) => {
          if (event.shiftKey || event.ctrlKey || event.metaKey) onChoose(task, event.shiftKey);
          else onOpen(task);
        }}
      >
        {task.name}
      </button>
      <RowMark mark={marks?.get(task.id)} />
    </>
  );
}

function Text({ text }: { readonly text: string }) {
  return text === '' ? null : <span className={classes.words}>{text}</span>;
}

function Priority({ task, data }: Pick<NameProps, 'task' | 'data'>) {
  const flag = task.flag === null ? undefined : data.flags.get(task.flag);
  if (flag === undefined) return null;
  return (
    <>
      <FlagMark name={flag.name} colour={flag.colour_code} />
      <span className={classes.flagName} aria-hidden>
        {flag.name}
      </span>
    </>
  );
}

function Subtasks({ count }: { readonly count: SubtaskCount | undefined }) {
  if (count === undefined || count.all === 0) return null;
  return (
    <>
      <IconSubtask size={14} stroke={1.5} aria-hidden /> {count.done}/{count.all}
    </>
  );
}

interface DayProps {
  readonly date: string | null;
  readonly today: string;
  readonly isStart?: boolean;
  readonly isOverdue?: boolean;
}

function Day({ date, today, isStart = false, isOverdue: late = false }: DayProps) {
  if (date === null) return null;
  return (
    <time dateTime={date} data-tip={dateInFull(date)} data-overdue={late || undefined}>
      {isStart && <span className={classes.phoneWord}>{i18n.t('Starts')} </span>}
      {formatDate(date, today)}
      {late && <span className={classes.hidden}>, {i18n.t('overdue')}</span>}
    </time>
  );
}
