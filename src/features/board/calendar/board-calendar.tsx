import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { i18n } from '../../../i18n/i18n.ts';
import { useBoardTasks } from '../../../data/tasks.ts';
import { LoadingRows } from '../../../ui/layout/loading-rows.tsx';
import classes from './board-calendar.module.css';
import type { BoardViewProps } from '../list/board-list.tsx';
import { CalendarAgenda } from './calendar-agenda.tsx';
import { CalendarMonth } from './calendar-month.tsx';
import { monthAfter, monthOf, formatMonth } from './calendar-days.ts';
import { useReveal } from '../use-reveal.ts';

/** Tasks of a board by end date: a month, on a phone its days with tasks. */
export function BoardCalendar(props: BoardViewProps) {
  const { cards, data, filter, params, selected, onParams, onOpen, onUndated } = props;
  const tasks = useBoardTasks(cards, filter);
  const isPhone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const calendar = useRef<HTMLElement>(null);
  useReveal(calendar, props.revealing);
  const month = monthOf(params.month, data.today);
  const undated = useMemo(
    () => tasks?.filter(({ end_date }) => end_date === null).length ?? 0,
    [tasks],
  );
  const now = data.today.slice(0, 7);
  const show = (next: string) => onParams({ ...params, month: next === now ? undefined : next });
  const Days = isPhone ? CalendarAgenda : CalendarMonth;
  return (
    <section ref={calendar} className={classes.calendar} aria-label={i18n.t('Calendar')}>
      <div className={classes.bar}>
        <h2 className={classes.month} aria-live="polite">
          {formatMonth(month)}
        </h2>
        <ActionIcon aria-label={i18n.t('Month before')} onClick={() => show(monthAfter(month, -1))}>
          <IconChevronLeft size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={i18n.t('Month after')} onClick={() => show(monthAfter(month, 1))}>
          <IconChevronRight size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
        <Button
          size="compact-sm"
          variant="default"
          disabled={month === now}
          onClick={() => show(now)}
        >
          {i18n.t('Today')}
        </Button>
        <span className={classes.spacer} />
        {undated > 0 && !data.lacksTasks && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onUndated}>
            {i18n.t('{count} without due date', { count: undated })}
          </Button>
        )}
      </div>
      {tasks === undefined ? (
        <LoadingRows count={6} />
      ) : (
        <Days
          tasks={tasks}
          data={data}
          cards={cards}
          composing={props.composing}
          month={month}
          selected={selected}
          onMonth={show}
          onOpen={onOpen}
        />
      )}
    </section>
  );
}
