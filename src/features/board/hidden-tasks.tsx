import { useCallback, useEffect, useRef } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { taskComplete } from '../../../model/mutations/task-complete.ts';
import type { BoardLook } from '../../data/board-look.ts';
import { useAccount, useChangesInFlight } from '../../data/client.tsx';
import { type AppliedFilter, fitsFilter, type TaskFilter } from '../../data/task-filter.ts';
import { findTasks, type OwnTasks } from '../../data/tasks.ts';
import { showToast } from '../../ui/toasts.tsx';
import type { BoardFacts } from './board-context.ts';
import { monthOf, monthWords, weeksOf } from './calendar-days.ts';
import { NO_FILTER } from './filter-words.ts';

interface Props {
  readonly project: string;
  readonly facts: BoardFacts;
  /** What of the board is shown; undefined: everything. */
  readonly filter: AppliedFilter | undefined;
  readonly own: OwnTasks | undefined;
  readonly look: BoardLook;
  /** The open task: it may have been hidden before. */
  readonly selected: string | undefined;
  readonly onFilter: (filter: TaskFilter & BoardLook) => void;
  /** Brings a task into view and gives it the focus, once it is shown. */
  readonly onReveal: (taskId: string) => void;
}

/** As long as an offer to undo (docs/decisions/0040): it is the only way that leads to this one task. */
const STAYS = 6000;

/** Says where a task is that somebody has just added or changed and that the board does not show; draws nothing. */
export function HiddenTasks(props: Props) {
  const db = useAccount()?.db;
  const changes = useChangesInFlight();
  const latest = useRef(props);
  /** Tasks that are known to be hidden: said once. */
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
  const { selected, filter, look } = props;
  useEffect(() => {
    known.current = new Set();
    if (selected === undefined) return;
    void hiddenOf([selected]).then((hidden) => {
      known.current = new Set(hidden.map(({ task }) => task.id));
    });
  }, [selected, filter, look, hiddenOf]);
  useEffect(
    () =>
      changes.follow(({ name, refs }) => {
        // A tick says itself what has become of the task, and offers the way back.
        if (name === taskComplete.name) return;
        const ids = refs.filter(({ table }) => table === 'tasks').map(({ id }) => id);
        if (ids.length === 0) return;
        void hiddenOf(ids).then((hidden) => {
          const news = hidden.filter(({ task }) => !known.current.has(task.id));
          const still = new Set(hidden.map(({ task }) => task.id));
          const others = [...known.current].filter((id) => !ids.includes(id));
          known.current = new Set([...others, ...still]);
          for (const one of news) offer(one, latest);
        });
      }),
    [changes, hiddenOf],
  );
  return null;
}

/** What keeps a task out of sight. */
type Why = 'filter' | 'own' | 'no-date' | 'other-month';

interface Hidden {
  readonly task: Task;
  readonly why: Why;
}

/** Undefined: it is shown. */
export function whyHidden(
  task: Task,
  { filter, look, facts }: Pick<Props, 'filter' | 'look' | 'facts'>,
): Why | undefined {
  if (filter !== undefined && !fitsFilter(task, filter)) {
    return fitsFilter(task, { ...filter, own: undefined }) ? 'own' : 'filter';
  }
  if (look.view !== 'calendar') return undefined;
  const { end_date } = task;
  if (end_date === null) return 'no-date';
  const weeks = weeksOf(monthOf(look.month, facts.today));
  return weeks.some((week) => week.includes(end_date)) ? undefined : 'other-month';
}

function offer({ task, why }: Hidden, latest: { readonly current: Props }): void {
  const card = latest.current.facts.cards.find(({ id }) => id === task.card)?.name;
  const where = card === undefined ? 'on this board' : `in “${card}”`;
  showToast({
    id: `hidden-${task.id}`,
    kind: 'info',
    stays: STAYS,
    message: `“${task.name}” is ${where}, ${reasonOf(task, why)}`,
    action: { label: 'Show', run: () => show({ task, why }, latest.current) },
  });
}

function reasonOf({ end_date }: Task, why: Why): string {
  switch (why) {
    case 'filter':
      return 'hidden by the filter.';
    case 'own':
      return 'hidden because only your own tasks are shown.';
    case 'no-date':
      return 'hidden because the calendar shows only tasks with a due date.';
    case 'other-month':
      return `due in ${monthWords((end_date ?? '').slice(0, 7))}.`;
  }
}

/** Takes away what hides it, and no more than that of how the board is looked at. */
function show({ task, why }: Hidden, { own, filter, look, onFilter, onReveal }: Props): void {
  const isOwnOnly =
    filter?.own !== undefined && !fitsFilter(task, { today: filter.today, own: filter.own });
  if (isOwnOnly) own?.show('all');
  const month = task.end_date?.slice(0, 7);
  const view = look.view === 'calendar' && month === undefined ? ({ view: 'list' } as const) : {};
  const cleared = why === 'filter' ? NO_FILTER : {};
  onFilter({ ...cleared, ...view, ...(look.view === 'calendar' && { month }) });
  onReveal(task.id);
}
