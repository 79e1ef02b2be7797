import {
  type NamedOverwrite,
  overwritesOfPerson,
  overwritesOfTask,
} from '../../sync/client/index.ts';
import { useActor, useLive } from './client.tsx';

/** Replaced values of a task and its subtasks; undefined while they are read. */
export function useOverwritesOfTask(task: string): readonly NamedOverwrite[] | undefined {
  return useLive(async (db) => await overwritesOfTask(db, task), [task]);
}

/** Values that the viewer lost or replaced; undefined while they are read. */
export function useOwnOverwrites(): readonly NamedOverwrite[] | undefined {
  const me = useActor()?.orgUserId;
  return useLive(
    async (db) => (me === undefined ? undefined : await overwritesOfPerson(db, me)),
    [me],
  );
}

export type { NamedOverwrite };
