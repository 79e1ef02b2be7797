import { Checkbox } from '@mantine/core';
import { IconSubtask } from '@tabler/icons-react';
import type { Task } from '../../../../model/entities/task.ts';
import { isOverdue } from '../../../../model/shared/dates.ts';
import type { SubtaskCount } from '../../../data/subtasks.ts';
import { completionOf } from '../../../data/task-completion.ts';
import { dateInFull, formatDate } from '../../../ui/text/date-format.ts';
import { FlagMark } from '../../../ui/marks/flag-mark.tsx';
import { type Mark, RowMark } from '../../../ui/marks/row-mark.tsx';
import { AssigneeFaces } from '../assignee-faces.tsx';
import { type BoardData, completionLabel } from '../board-context.ts';
import classes from './board-list.module.css';
import { CompletionControl } from '../completion-control.tsx';
import { cellText, hasThirdLine } from './list-rows.ts';

interface Props {
  readonly task: Task;
  readonly data: BoardData;
  /** Place among the rows, from 0. */
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly start: number;
  readonly mark: Mark | undefined;
  readonly subtasks: SubtaskCount | undefined;
  readonly selected: boolean;
  readonly chosen: boolean;
  readonly onToggle: () => void;
  /** Shift takes everything since the last one. */
  readonly onChoose: (isRange: boolean) => void;
  readonly onOpen: () => void;
}

/** One task of the list. The name is the row's target; the box beside it chooses. */
export function BoardListRow(props: Props) {
  const { task, data, index, start, mark, subtasks, selected, chosen, onOpen, onChoose } = props;
  const completion = completionOf(task, data.actor);
  const overdue = isOverdue(task, data.today);
  return (
    <tr
      className={classes.row}
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${start}px)` }}
      data-selected={selected || undefined}
      data-chosen={chosen || undefined}
      data-overdue={overdue || undefined}
      data-done={task.is_completed || undefined}
      data-tall={hasThirdLine(task, data) || undefined}
    >
      <td className={classes.choose}>
        <Checkbox
          size="xs"
          aria-label={`Select ${task.name}`}
          checked={chosen}
          onChange={() => undefined}
          onClick={(event) => onChoose(event.shiftKey)}
        />
      </td>
      <td className={classes.nameCell}>
        <CompletionControl
          name={task.name}
          completion={completion}
          text={completionLabel(task, completion, data)}
          tabbable
          onToggle={props.onToggle}
        />
        <button
          type="button"
          className={classes.name}
          data-task-name={task.id}
          title={task.name}
          onClick={(event) => {
            if (event.shiftKey || event.ctrlKey || event.metaKey) onChoose(event.shiftKey);
            else onOpen();
          }}
        >
          {task.name}
        </button>
        <RowMark mark={mark} />
      </td>
      <Text task={task} data={data} column="card" />
      <td className={classes.cell} data-cell="assignee">
        <AssigneeFaces task={task} people={data.people} />
      </td>
      <Priority task={task} data={data} />
      <Text task={task} data={data} column="label" />
      <Day date={task.start_date} today={data.today} name="start" />
      <Day date={task.end_date} today={data.today} name="end" isOverdue={overdue} />
      <td className={classes.cell} data-cell="subtasks">
        {subtasks !== undefined && subtasks.all > 0 && (
          <>
            <IconSubtask size={14} stroke={1.5} aria-hidden /> {subtasks.done}/{subtasks.all}
          </>
        )}
      </td>
    </tr>
  );
}

/** An empty cell has nothing in it at all: a phone leaves no room for it. */
function Text({ task, data, column }: TextProps) {
  const text = cellText(task, column, data);
  return (
    <td className={classes.cell} data-cell={column}>
      {text !== '' && <span className={classes.words}>{text}</span>}
    </td>
  );
}

interface TextProps extends Pick<Props, 'task' | 'data'> {
  readonly column: 'card' | 'label';
}

function Priority({ task, data }: Pick<Props, 'task' | 'data'>) {
  const flag = task.flag === null ? undefined : data.flags.get(task.flag);
  return (
    <td className={classes.cell} data-cell="priority">
      {flag !== undefined && (
        <>
          <FlagMark name={flag.name} colour={flag.colour_code} />
          <span className={classes.flagName} aria-hidden>
            {flag.name}
          </span>
        </>
      )}
    </td>
  );
}

interface DayProps {
  readonly date: string | null;
  readonly today: string;
  readonly name: 'start' | 'end';
  readonly isOverdue?: boolean;
}

function Day({ date, today, name, isOverdue: late = false }: DayProps) {
  return (
    <td className={classes.cell} data-cell={name}>
      {date !== null && (
        <time dateTime={date} data-tip={dateInFull(date)} data-overdue={late || undefined}>
          {name === 'start' && <span className={classes.phoneWord}>Starts </span>}
          {formatDate(date, today)}
          {late && <span className={classes.hidden}>, overdue</span>}
        </time>
      )}
    </td>
  );
}
