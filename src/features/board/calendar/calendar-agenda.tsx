import { useEffect, useMemo, useRef } from 'react';
import { i18n } from '../../../i18n/i18n.ts';
import { completionOf } from '../../../data/task-completion.ts';
import { dateInFull, formatDate } from '../../../ui/text/date-format.ts';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { FlagMark } from '../../../ui/marks/flag-mark.tsx';
import { AssigneeFaces } from '../assignee-faces.tsx';
import { completionLabel } from '../board-context.ts';
import classes from './board-calendar.module.css';
import { dayAfter, tasksByDay } from './calendar-days.ts';
import type { CalendarDaysProps } from './calendar-month.tsx';
import { PlaceComposer } from '../place-composer.tsx';
import { CompletionControl } from '../completion-control.tsx';
import { PagedList } from './paged-list.tsx';
import { useTaskActions } from '../use-task-actions.ts';

/** Days of a month with tasks, and today, in one list. */
export function CalendarAgenda(props: CalendarDaysProps) {
  const { tasks, data, month, onOpen } = props;
  const days = useMemo(() => tasksByDay(tasks, undefined), [tasks]);
  const { toggle } = useTaskActions();
  const today = useRef<HTMLElement>(null);
  const shown = useMemo(() => {
    const inMonth = [...days.keys()].filter((day) => day.startsWith(month));
    if (data.today.startsWith(month)) inMonth.push(data.today);
    return [...new Set(inMonth)].toSorted();
  }, [days, month, data.today]);
  useEffect(() => {
    today.current?.scrollIntoView({ block: 'start' });
  }, [month]);
  if (shown.length === 0 && data.lacksTasks) return null;
  if (shown.length === 0) return <EmptyState text={i18n.t('Nothing is due this month')} />;
  return (
    <div className={classes.agenda}>
      {shown.map((day) => (
        <section
          key={day}
          ref={day === data.today ? today : undefined}
          aria-label={dateInFull(day)}
          aria-current={day === data.today ? 'date' : undefined}
        >
          <h3 className={classes.agendaDay} data-today={day === data.today || undefined}>
            <DayLabel day={day} today={data.today} />
          </h3>
          {!days.has(day) && !data.lacksTasks && (
            <p className={classes.nothing}>{i18n.t('Nothing is due today')}</p>
          )}
          <PagedList items={days.get(day) ?? []} className={classes.agendaTasks}>
            {(task) => {
              const completion = completionOf(task, data.actor);
              const flag = task.flag === null ? undefined : data.flags.get(task.flag);
              return (
                <li key={task.id} className={classes.agendaTask}>
                  <CompletionControl
                    name={task.name}
                    completion={completion}
                    text={completionLabel(task, completion, data)}
                    tabbable
                    onToggle={() => void toggle(task)}
                  />
                  <button
                    type="button"
                    className={classes.agendaName}
                    data-task-name={task.id}
                    data-done={task.is_completed || undefined}
                    onClick={() => onOpen(task.id)}
                  >
                    {task.name}
                  </button>
                  {flag !== undefined && <FlagMark name={flag.name} colour={flag.colour_code} />}
                  <AssigneeFaces task={task} people={data.people} />
                </li>
              );
            }}
          </PagedList>
          <PlaceComposer composing={props.composing} cards={props.cards} place={day} date={day} />
        </section>
      ))}
    </div>
  );
}

function DayLabel({ day, today }: { readonly day: string; readonly today: string }) {
  // These have names of their own.
  const isNear = [-1, 0, 1].some((days) => day === dayAfter(today, days));
  if (!isNear) return <>{dateInFull(day)}</>;
  return (
    <>
      {formatDate(day, today)}
      <span className={classes.muted}>{dateInFull(day)}</span>
    </>
  );
}
