import { commentCounts, type SubtaskCount, subtaskCounts } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** What stands on tiles beside the task itself, by task id; tasks without any are left out. */
export interface TileCounts {
  readonly comments: ReadonlyMap<string, number>;
  readonly subtasks: ReadonlyMap<string, SubtaskCount>;
}

/** Of these tasks; undefined while they are counted. One query for both: a board asks for each of its columns. */
export function useTileCounts(taskIds: readonly string[]): TileCounts | undefined {
  return useLive(
    async (db) => {
      if (taskIds.length === 0) return NOTHING;
      const [comments, subtasks] = await Promise.all([
        commentCounts(db, taskIds),
        subtaskCounts(db, taskIds),
      ]);
      return { comments, subtasks };
    },
    [taskIds.join()],
  );
}

const NOTHING: TileCounts = { comments: new Map(), subtasks: new Map() };
