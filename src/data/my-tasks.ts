import type { Task } from '../../model/entities/task.ts';
import { listMyTasks } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** Active tasks assigned to a person; undefined while they are read, and while the person is not known. */
export function useMyTasks(orgUserId: string | undefined): readonly Task[] | undefined {
  return useLive(
    async (db) => (orgUserId === undefined ? undefined : await listMyTasks(db, orgUserId)),
    [orgUserId],
  );
}
