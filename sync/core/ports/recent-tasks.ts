/**
 * When the person last opened completed and archived tasks of projects whose details are here, in milliseconds by the
 * device's clock: these tasks may become cold later (OUT-7.6).
 */
export type RecentTasks = Readonly<Record<string, number>>;

/** The record of these tasks inside one transaction. */
export interface RecentTasksPort {
  readonly recentTasks: () => Promise<RecentTasks>;
  readonly putRecentTasks: (tasks: RecentTasks) => Promise<void>;
}
