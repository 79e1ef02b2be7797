import {
  commentCounts,
  type SubtaskCount,
  subtaskCounts,
  taskFileCounts,
} from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** Counts shown on tiles, by task id; tasks without any are left out. */
export interface TileCounts {
  readonly comments: ReadonlyMap<string, number>;
  readonly subtasks: ReadonlyMap<string, SubtaskCount>;
  readonly files: ReadonlyMap<string, number>;
}

/**
 * Counts of these tasks; undefined while they are read. One query for all counts, because a board runs it
 * for each column.
 */
export function useTileCounts(taskIds: readonly string[]): TileCounts | undefined {
  return useLive(
    async (db) => {
      if (taskIds.length === 0) return NOTHING;
      const [comments, subtasks, files] = await Promise.all([
        commentCounts(db, taskIds),
        subtaskCounts(db, taskIds),
        taskFileCounts(db, taskIds),
      ]);
      return { comments, subtasks, files };
    },
    [taskIds.join()],
  );
}

const NOTHING: TileCounts = { comments: new Map(), subtasks: new Map(), files: new Map() };
