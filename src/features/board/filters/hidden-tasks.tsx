import { useCallback, useEffect, useRef } from 'react';
import type { Task } from '../../../../model/entities/task.ts';
import { taskComplete } from '../../../../model/mutations/task/task-complete.ts';
import { i18n } from '../../../i18n/i18n.ts';
import type { ViewParameters } from '../../../data/view-parameters.ts';
import type { OwnChange } from '../../../data/changes-in-flight.ts';
import { useAccount, useChangesInFlight } from '../../../data/client.tsx';
import { type AppliedFilter, fitsFilter, type TaskFilter } from '../../../data/task-filter.ts';
import { findTasks } from '../../../data/find-tasks.ts';
import type { OwnTasks } from '../../../data/tasks.ts';
import { type HiddenOffer, useHiddenOffers } from '../../../ui/overlays/use-hidden-offers.ts';
import type { BoardData } from '../board-context.ts';
import { monthOf, formatMonth, weeksOf } from '../calendar/calendar-days.ts';
import { NO_FILTER } from './filter-labels.ts';

interface Props {
  readonly project: string;
  readonly data: BoardData;
  /** Undefined: no filter. */
  readonly filter: AppliedFilter | undefined;
  readonly own: OwnTasks | undefined;
  readonly params: ViewParameters;
  /** Open task; it may have been hidden before it was opened. */
  readonly selected: string | undefined;
  readonly onFilter: (filter: TaskFilter & ViewParameters) => void;
  /** Scrolls a task into view and focuses it once it is rendered. */
  readonly onReveal: (taskId: string) => void;
}

/**
 * Offers to show a task that was just added or changed here and is hidden on the board, as long as the board is on the
 * screen. Renders nothing.
 */
export function HiddenTasks(props: Props) {
  const db = useAccount()?.db;
  const changes = useChangesInFlight();
  const latest = useRef(props);
  /** Tasks known to be hidden, so that each is reported once. */
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    latest.current = props;
  });
  const hiddenOf = useCallback(
    async (ids: readonly string[]) => {
      const found = db === undefined ? [] : await findTasks(db, ids);
      const { project } = latest.current;
      return found.flatMap((task) => {
        if (task.project !== project || !task.status) return [];
        const why = whyHidden(task, latest.current);
        return why === undefined ? [] : [{ task, why }];
      });
    },
    [db],
  );
  const { selected, filter, params } = props;
  useEffect(() => {
    known.current = new Set();
    if (selected === undefined) return;
    void hiddenOf([selected]).then((hidden) => {
      known.current = new Set(hidden.map(({ task }) => task.id));
    });
  }, [selected, filter, params, hiddenOf]);
  const offersFor = useCallback(
    async ({ name, refs }: OwnChange) => {
      // Completion shows a toast of its own, with Undo.
      if (name === taskComplete.name) return [];
      const ids = refs.filter(({ table }) => table === 'tasks').map(({ id }) => id);
      if (ids.length === 0) return [];
      const hidden = await hiddenOf(ids);
      const news = hidden.filter(({ task }) => !known.current.has(task.id));
      const still = new Set(hidden.map(({ task }) => task.id));
      const others = [...known.current].filter((id) => !ids.includes(id));
      known.current = new Set([...others, ...still]);
      return news.map((one) => offerOf(one, latest));
    },
    [hiddenOf],
  );
  useHiddenOffers(changes.follow, offersFor);
  return null;
}

/** Reason why a task is hidden. */
type Why = 'filter' | 'own' | 'no-date' | 'other-month';

interface Hidden {
  readonly task: Task;
  readonly why: Why;
}

/** Undefined: the task is visible. */
export function whyHidden(
  task: Task,
  { filter, params, data }: Pick<Props, 'filter' | 'params' | 'data'>,
): Why | undefined {
  if (filter !== undefined && !fitsFilter(task, filter)) {
    return fitsFilter(task, { ...filter, own: undefined }) ? 'own' : 'filter';
  }
  if (params.view !== 'calendar') return undefined;
  const { end_date } = task;
  if (end_date === null) return 'no-date';
  const weeks = weeksOf(monthOf(params.month, data.today));
  return weeks.some((week) => week.includes(end_date)) ? undefined : 'other-month';
}

function offerOf({ task, why }: Hidden, latest: { readonly current: Props }): HiddenOffer {
  const card = latest.current.data.cards.find(({ id }) => id === task.card)?.name;
  return {
    id: task.id,
    message: textOf({ task, why }, card),
    show: () => show({ task, why }, latest.current),
  };
}

/** `card`: name of its card; undefined where that is unknown. */
function textOf({ task: { name, end_date }, why }: Hidden, card: string | undefined): string {
  const place = card === undefined ? 'board' : 'card';
  switch (why) {
    case 'filter':
      return i18n.t(
        '“{name}” is {place, select, board {on this board} other {in “{card}”}}, hidden by the filter.',
        { name, place, card: card ?? '' },
      );
    case 'own':
      return i18n.t(
        '“{name}” is {place, select, board {on this board} other {in “{card}”}}, hidden because only your own tasks are shown.',
        { name, place, card: card ?? '' },
      );
    case 'no-date':
      return i18n.t(
        '“{name}” is {place, select, board {on this board} other {in “{card}”}}, hidden because the calendar shows only tasks with a due date.',
        { name, place, card: card ?? '' },
      );
    case 'other-month':
      return i18n.t(
        '“{name}” is {place, select, board {on this board} other {in “{card}”}}, due in {month}.',
        { name, place, card: card ?? '', month: formatMonth((end_date ?? '').slice(0, 7)) },
      );
  }
}

/** Clears what hides the task and leaves the other view parameters unchanged. */
function show({ task, why }: Hidden, { own, filter, params, onFilter, onReveal }: Props): void {
  const isOwnOnly =
    filter?.own !== undefined && !fitsFilter(task, { today: filter.today, own: filter.own });
  if (isOwnOnly) own?.show('all');
  const month = task.end_date?.slice(0, 7);
  const view = params.view === 'calendar' && month === undefined ? ({ view: 'list' } as const) : {};
  const cleared = why === 'filter' ? NO_FILTER : {};
  onFilter({ ...cleared, ...view, ...(params.view === 'calendar' && { month }) });
  onReveal(task.id);
}
