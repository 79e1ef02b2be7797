import { Popover, Portal } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import type { Task } from '../../../../model/entities/task.ts';
import { mayEditTask } from '../../../../model/permissions/task.ts';
import { i18n, message } from '../../../i18n/i18n.ts';
import { useAllowed } from '../../../data/client.tsx';
import { dateInFull, formatDate } from '../../../ui/text/date-format.ts';
import type { BoardData } from '../board-context.ts';
import classes from './board-calendar.module.css';
import { CalendarChip } from './calendar-chip.tsx';
import { dayAfter, type MovingDay, shownOf, stepOf, tasksByDay, weeksOf } from './calendar-days.ts';
import { shortcutOf } from '../../../ui/keys/shortcut-keys.ts';
import type { Composing } from '../kanban/use-composing.ts';
import { DayComposer } from './day-composer.tsx';
import { PagedList } from './paged-list.tsx';
import { useDayDrag } from '../drag/use-day-drag.ts';
import { useDayMove } from './use-day-move.ts';
import { useRestoredFocus } from '../use-restored-focus.ts';

export interface CalendarDaysProps {
  readonly tasks: readonly Task[];
  readonly cards: readonly Card[];
  readonly composing: Composing;
  readonly data: BoardData;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly selected: string | undefined;
  readonly onMonth: (month: string) => void;
  readonly onOpen: (taskId: string) => void;
}

const WEEKDAYS = [
  message('Mon'),
  message('Tue'),
  message('Wed'),
  message('Thu'),
  message('Fri'),
  message('Sat'),
  message('Sun'),
];
/** Height of a day's number with its space, and of one task. Pixels. */
const HEAD = 34;
const CHIP = 25;
/**
 * Time for which the drop keeps the task in its new position, until the store has notified the calendar.
 * Milliseconds.
 */
const SETTLE = 300;

/** One month; a task moves to another day by mouse, by touch after a long press, or by Space and the arrow keys. */
export function CalendarMonth({
  tasks,
  cards,
  composing,
  data,
  month,
  selected,
  onMonth,
  onOpen,
}: CalendarDaysProps) {
  const weeks = useMemo(() => weeksOf(month), [month]);
  const grid = useRef<HTMLUListElement>(null);
  const { ref: sized, height } = useElementSize();
  const room = Math.max(2, Math.floor((height / weeks.length - HEAD) / CHIP));
  const move = useMoving(data.today, month, onMonth);
  const { moving, overlay, by } = move;
  // Touch events end with the element where the touch started: the dragged task stays in place until the
  // drop.
  const placed = by === 'pointer' ? undefined : moving;
  const days = useMemo(() => tasksByDay(tasks, placed), [tasks, placed]);
  useCarriedFocus(grid, move, days, month);
  useRestoredFocus(grid);
  const startDrag = useDayDrag({
    calendar: grid,
    overlay,
    onMove: (task, day) => move.show({ task, day }, 'pointer'),
    onDrop: () => void move.drop(),
    onCancel: () => move.show(undefined),
  });
  const chipOf = (task: Task) => (
    <CalendarChip
      task={task}
      data={data}
      selected={selected === task.id}
      lifted={moving?.task.id === task.id ? by : undefined}
      onOpen={() => onOpen(task.id)}
      onPointerDown={(event: PointerEvent<HTMLElement>) => startDrag(event, task)}
      onKeyDown={(event) => move.key(event, task)}
    />
  );
  return (
    <>
      <div className={classes.weekdays} aria-hidden>
        {WEEKDAYS.map((day) => (
          <span key={day.id}>{i18n.t(day)}</span>
        ))}
      </div>
      <div ref={sized} className={classes.monthScroller}>
        <ul ref={grid} className={classes.grid} data-weeks={weeks.length}>
          {weeks.flat().map((day) => (
            <Day
              key={day}
              day={day}
              tasks={days.get(day) ?? NO_TASKS}
              room={room}
              carried={placed?.task.id}
              today={data.today}
              isOutside={!day.startsWith(month)}
              isTarget={moving?.day === day}
              chipOf={chipOf}
              composer={<DayComposer day={day} cards={cards} composing={composing} />}
            />
          ))}
        </ul>
      </div>
      <p id="calendar-keys" hidden>
        {i18n.t(
          'Enter opens the task, arrow keys go to the next one, Space lifts it to move it to another day.',
        )}
      </p>
      <output aria-live="assertive" className={classes.hidden}>
        {move.said}
      </output>
      {moving !== undefined && by === 'pointer' && (
        <Portal>
          <div ref={overlay} className={classes.hanging} aria-hidden>
            {moving.task.name}
          </div>
        </Portal>
      )}
    </>
  );
}

const NO_TASKS: readonly Task[] = [];

interface DayProps {
  readonly day: string;
  readonly tasks: readonly Task[];
  /** Number of tasks that fit. */
  readonly room: number;
  /** Id of the task that is being moved and may be on this day. */
  readonly carried: string | undefined;
  readonly today: string;
  readonly isOutside: boolean;
  readonly isTarget: boolean;
  readonly chipOf: (task: Task) => ReactNode;
  readonly composer: ReactNode;
}

function Day(props: DayProps) {
  const { day, tasks, room, carried, today, isOutside, isTarget, chipOf } = props;
  const [isOpen, setOpen] = useState(false);
  const shown = shownOf(tasks, room, carried);
  const isToday = day === today;
  const date = dateInFull(day);
  return (
    <li
      className={classes.day}
      data-day={day}
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      data-target={isTarget || undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <div className={classes.dayHead}>
        <span className={classes.number}>
          <span aria-hidden>{Number(day.slice(8))}</span>
          <span className={classes.hidden}>
            {tasks.length === 0
              ? date
              : i18n.t('{date}, {count, plural, one {# task} other {# tasks}}', {
                  date,
                  count: tasks.length,
                })}
          </span>
        </span>
        {props.composer}
      </div>
      <ul className={classes.chips}>
        {shown.map((task) => (
          <li key={task.id}>{chipOf(task)}</li>
        ))}
      </ul>
      {shown.length < tasks.length && (
        <Popover opened={isOpen} onChange={setOpen} width={260} trapFocus returnFocus shadow="md">
          <Popover.Target>
            <button
              type="button"
              className={classes.more}
              aria-expanded={isOpen}
              aria-haspopup="dialog"
              onClick={() => setOpen(!isOpen)}
            >
              {i18n.t('{count} more', { count: tasks.length - shown.length })}
            </button>
          </Popover.Target>
          <Popover.Dropdown data-own-escape aria-label={i18n.t('Tasks due {date}', { date })}>
            <p className={classes.popoverDay}>{date}</p>
            <PagedList items={tasks} className={classes.chips}>
              {(task) => <li key={task.id}>{chipOf(task)}</li>}
            </PagedList>
          </Popover.Dropdown>
        </Popover>
      )}
    </li>
  );
}

/** State of the moved task, with the keyboard handling. */
function useMoving(today: string, month: string, onMonth: (month: string) => void) {
  const allowed = useAllowed();
  const setDay = useDayMove(today);
  const overlay = useRef<HTMLDivElement>(null);
  const [{ moving, by }, setState] = useState<Moving>({});
  const [said, announce] = useState('');
  const current = useRef<MovingDay>(undefined);
  const show = (next: MovingDay | undefined, how?: Moving['by']) => {
    const same = next?.day === current.current?.day && next?.task === current.current?.task;
    current.current = next;
    if (!same || how !== by) setState({ moving: next, by: how });
  };
  const drop = async (): Promise<boolean> => {
    const dropped = current.current;
    if (dropped === undefined) return false;
    show(dropped, 'settling');
    const done = await setDay(dropped.task, dropped.day);
    const clear = () => {
      if (current.current === dropped) show(undefined);
    };
    if (done) setTimeout(clear, SETTLE);
    else clear();
    return done;
  };
  const announceReturn = ({ name, end_date }: Task) => {
    if (end_date?.startsWith(month) === false) onMonth(end_date.slice(0, 7));
    announce(i18n.t('{name} is back where it was.', { name }));
  };
  const dropByKeys = async ({ task, day }: MovingDay) => {
    if (await drop()) {
      const date = dateInFull(day);
      announce(i18n.t('Dropped {name}, due {date}.', { name: task.name, date }));
    } else announceReturn(task);
  };
  const lift = async (task: Task) => {
    if (task.end_date === null || !(await allowed((who) => mayEditTask(who, task)))) return;
    show({ task, day: task.end_date }, 'keyboard');
    announce(
      i18n.t('Lifted {name}. Arrow keys move it, Space drops it, Escape takes it back.', {
        name: task.name,
      }),
    );
  };
  const carry = (event: KeyboardEvent, lifted: MovingDay): boolean => {
    const { task, day } = lifted;
    if (event.key === 'Escape') {
      show(undefined);
      announceReturn(task);
      return true;
    }
    if (event.key === ' ' || event.key === 'Enter') {
      void dropByKeys(lifted);
      return true;
    }
    const step = stepOf(event.key);
    if (step === undefined) return event.key === 'Tab';
    const next = dayAfter(day, step);
    show({ task, day: next }, 'keyboard');
    announce(formatDate(next, today));
    if (!next.startsWith(month)) onMonth(next.slice(0, 7));
    return true;
  };
  const key = (event: KeyboardEvent, task: Task) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const lifted = by === 'keyboard' ? current.current : undefined;
    const isOwn = lifted?.task.id === task.id;
    // Moving the focus to another task ends the move of the first one.
    if (lifted !== undefined && !isOwn) show(undefined);
    const isHandled =
      lifted !== undefined && isOwn
        ? carry(event, lifted)
        : wander(event, task, (one) => void lift(one));
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { moving, by, overlay, said, show, drop, key };
}

interface Moving {
  readonly moving?: MovingDay | undefined;
  readonly by?: 'pointer' | 'keyboard' | 'settling' | undefined;
}

function wander(event: KeyboardEvent, task: Task, lift: (task: Task) => void): boolean {
  if (event.key === ' ') {
    lift(task);
    return true;
  }
  const key = shortcutOf(event);
  const step = stepOf(key) ?? { j: 1, k: -1 }[key];
  if (step === undefined) return false;
  const chips = [...document.querySelectorAll<HTMLElement>('[data-day] [data-task-name]')];
  const at = chips.findIndex((chip) => chip.dataset['taskName'] === task.id);
  chips[at + Math.sign(step)]?.focus();
  return true;
}

/**
 * A task moved by keyboard is rendered on another day and takes the focus there; when it does not fit, the
 * day's "more" button takes it.
 */
function useCarriedFocus(
  grid: RefObject<HTMLElement | null>,
  { moving, by }: Moving,
  days: ReadonlyMap<string, readonly Task[]>,
  month: string,
): void {
  const carried = useRef<string>(undefined);
  const latest = useRef(days);
  useLayoutEffect(() => {
    latest.current = days;
  });
  useLayoutEffect(() => {
    if (by === 'keyboard') carried.current = moving?.task.id;
    const id = carried.current;
    if (id === undefined) return;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (by === 'keyboard' || isLost) {
      const [day] = [...latest.current].find(([, all]) => all.some((task) => task.id === id)) ?? [];
      const chip = grid.current?.querySelector<HTMLElement>(`[data-task-name="${CSS.escape(id)}"]`);
      const rest = grid.current?.querySelector<HTMLElement>(
        `[data-day="${day ?? ''}"] [aria-haspopup]`,
      );
      const found = chip ?? rest;
      found?.focus();
      // The month of the task may not be rendered yet.
      if (!found) return;
    }
    if (moving === undefined) carried.current = undefined;
  }, [grid, moving, by, month]);
}
