import type { KeyboardEvent, PointerEvent } from 'react';
import type { Task } from '../../../../model/entities/task.ts';
import { isOverdue } from '../../../../model/shared/dates.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { FlagMark } from '../../../ui/marks/flag-mark.tsx';
import type { BoardData } from '../board-context.ts';
import classes from './board-calendar.module.css';

interface Props {
  readonly task: Task;
  readonly data: BoardData;
  readonly selected: boolean;
  /** State of a move to another day; undefined without one. */
  readonly lifted: 'pointer' | 'keyboard' | 'settling' | undefined;
  readonly onOpen: () => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Task on its day: mark of its priority, and name. */
export function CalendarChip(props: Props) {
  const { task, data, selected, lifted, onOpen, onPointerDown, onKeyDown } = props;
  const flag = task.flag === null ? undefined : data.flags.get(task.flag);
  const overdue = isOverdue(task, data.today);
  return (
    <button
      type="button"
      className={classes.chip}
      title={task.name}
      data-task-name={task.id}
      data-overdue={overdue || undefined}
      data-done={task.is_completed || undefined}
      data-selected={selected || undefined}
      data-lifted={lifted}
      data-own-escape={lifted === 'keyboard' || undefined}
      aria-describedby="calendar-keys"
      onClick={onOpen}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    >
      {flag !== undefined && (
        // The button's own text names the priority, after the task.
        <span className={classes.flag} aria-hidden>
          <FlagMark name={flag.name} colour={flag.colour_code} />
        </span>
      )}
      <span className={classes.chipName}>{task.name}</span>
      <span className={classes.hidden}>
        {flag === undefined ? '' : `, ${flag.name}`}
        {overdue ? `, ${i18n.t('overdue')}` : ''}
        {task.is_completed ? `, ${i18n.t('completed')}` : ''}
      </span>
    </button>
  );
}
