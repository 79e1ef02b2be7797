import { type Task, tasks } from '../../model/entities/task.ts';
import type { AccountDb } from './database.ts';
import { type FollowedRows, followRows, type SoFar } from './reactive/followed-rows.ts';

/** Fields of a task for lists over the whole organisation: all but its long text. */
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
  | 'asks'
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

/** Active tasks on this device, in memory while a screen shows them. */
export interface AllTasks {
  /** By id; undefined during the first read and after a while without listeners. */
  readonly current: () => ReadonlyMap<string, TaskSummary> | undefined;
  /** Newest tasks during the first read: enough for the first pages of a list long before all are read. */
  readonly soFar: () => SoFar<TaskSummary> | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts the read before a screen subscribes. */
  readonly expect: () => void;
  readonly close: () => void;
}

/** Milliseconds without listeners until the tasks are forgotten: a return to the screen needs no read. */
const IDLE_MS = 60_000;
/** Milliseconds from `expect` until the tasks are forgotten without a listener. */
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

/** Creates summaries that share repeated texts (ids, dates): 50,000 rows then take a third of the memory. */
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
          asks: task.asks.length === 0 ? NO_ASKS : task.asks,
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
const NO_ASKS: Task['asks'] = [];
const NO_TICKS: Record<string, string> = {};
