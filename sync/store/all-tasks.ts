import { type Task, tasks } from '../../model/entities/task.ts';
import type { AccountDb } from './database.ts';
import { type FollowedRows, followRows, type SoFar } from './reactive/followed-rows.ts';

/** What lists over every task of the organisation need of one: all but its long text. */
export type TaskSummary = Pick<
  Task,
  | 'id'
  | 'name'
  | 'project'
  | 'card'
  | 'label'
  | 'flag'
  | 'assigned_to'
  | 'assigned_users'
  | 'ticks'
  | 'collaborators'
  | 'created_by'
  | 'created_at'
  | 'start_date'
  | 'end_date'
  | 'is_completed'
  | 'is_completed_at'
  | 'is_completed_employee'
  | 'is_completed_emp_at'
>;

/** Every active task this device has, in memory while somebody looks. */
export interface AllTasks {
  /** By id; undefined while they are read for the first time, or when nobody has looked for a while. */
  readonly current: () => ReadonlyMap<string, TaskSummary> | undefined;
  /** The newest of them while all are read: enough for the first pages of a list long before all are here. */
  readonly soFar: () => SoFar<TaskSummary> | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Somebody is about to look: begins to read. */
  readonly expect: () => void;
  readonly close: () => void;
}

/** How long the tasks stay in memory after the last look: going back and forth reads nothing again. */
const IDLE_MS = 60_000;
/** How long a look may follow on its announcement. */
const EXPECTED_MS = 10_000;

export function allTasks(db: AccountDb): AllTasks {
  const state: {
    followed: FollowedRows<TaskSummary> | undefined;
    lookers: number;
    timer: ReturnType<typeof setTimeout> | undefined;
  } = { followed: undefined, lookers: 0, timer: undefined };
  const close = () => {
    clearTimeout(state.timer);
    state.followed?.close();
    state.followed = undefined;
  };
  const subscribe: AllTasks['subscribe'] = (listener) => {
    clearTimeout(state.timer);
    const followed = (state.followed ??= followRows(db, tasks, summaries()));
    state.lookers += 1;
    const unsubscribe = followed.subscribe(listener);
    return () => {
      unsubscribe();
      state.lookers -= 1;
      if (state.lookers === 0) state.timer = setTimeout(close, IDLE_MS);
    };
  };
  return {
    current: () => state.followed?.current(),
    soFar: () => state.followed?.soFar(),
    subscribe,
    expect: () => {
      if (state.followed !== undefined) return;
      setTimeout(
        subscribe(() => undefined),
        EXPECTED_MS,
      );
    },
    close,
  };
}

/** Makes summaries that share their repeated texts (ids, dates): 50,000 rows then take a third of the memory. */
function summaries(): (task: Task) => TaskSummary | undefined {
  const texts = new Map<string, string>();
  const shared = (text: string): string => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, text);
    return text;
  };
  const sharedOrNull = (text: string | null) => (text === null ? null : shared(text));
  return (task) =>
    task.status
      ? {
          id: task.id,
          name: task.name,
          project: shared(task.project),
          card: shared(task.card),
          label: sharedOrNull(task.label),
          flag: sharedOrNull(task.flag),
          assigned_to: sharedOrNull(task.assigned_to),
          assigned_users: task.assigned_users.length === 0 ? NOBODY : task.assigned_users,
          ticks: task.assigned_users.length === 0 ? NO_TICKS : task.ticks,
          collaborators: task.collaborators.length === 0 ? NOBODY : task.collaborators,
          created_by: shared(task.created_by),
          created_at: task.created_at,
          start_date: sharedOrNull(task.start_date),
          end_date: sharedOrNull(task.end_date),
          is_completed: task.is_completed,
          is_completed_at: task.is_completed_at,
          is_completed_employee: task.is_completed_employee,
          is_completed_emp_at: task.is_completed_emp_at,
        }
      : undefined;
}

const NOBODY: string[] = [];
const NO_TICKS: Record<string, string> = {};
