import { useMemo } from 'react';
import { nameWithState } from '../../../data/person-name.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { useAllTasks } from '../../../data/all-tasks.ts';
import { useActor } from '../../../data/client.tsx';
import { useMyTasks } from '../../../data/my-tasks.ts';
import { useTaskNotifications } from '../../../data/notifications.ts';
import { useOwnOverwrites } from '../../../data/overwrites.ts';
import { usePeople } from '../../../data/people.ts';
import { useProjects } from '../../../data/projects.ts';
import type { SinceLeft } from '../../../data/since-you-left.ts';
import { useRejectedChanges, useSnoozes } from '../../../data/snoozes.ts';
import { useSentBack } from '../../../data/task-steps.ts';
import { type Today, todayOf } from './today-rows.ts';

interface Clock {
  /** Milliseconds by the device's clock. */
  readonly now: number;
  /** Today in the viewer's time zone, `YYYY-MM-DD`. */
  readonly today: string;
}

interface ReadToday extends Today {
  /** False while the groups below the due dates are read. */
  readonly isComplete: boolean;
}

/** Rows of Today; undefined while the viewer's own tasks are read. */
export function useToday(
  { now, today }: Clock,
  news: SinceLeft | undefined,
): ReadToday | undefined {
  const actor = useActor();
  const mine = useMyTasks(actor?.orgUserId);
  const all = useAllTasks();
  const projects = useProjects();
  const people = usePeople();
  const notifications = useTaskNotifications();
  const snoozes = useSnoozes();
  const rejected = useRejectedChanges();
  const overwrites = useOwnOverwrites();
  const sentBack = useSentBack(mine, actor?.orgUserId);
  return useMemo(() => {
    if (!actor || !mine || !projects || !people || !snoozes) return undefined;
    if (!notifications || !rejected || !overwrites || !sentBack) return undefined;
    const names = new Map(people.map((person) => [person.id, nameWithState(person)]));
    const rows = todayOf({
      actor,
      now,
      today,
      projects: new Map(projects.map((project) => [project.id, project])),
      mine,
      all,
      notifications,
      rejected,
      overwrites,
      news,
      snoozes,
      sentBack,
      nameOf: (id) => names.get(id) ?? i18n.t('Somebody'),
    });
    return { ...rows, isComplete: all !== undefined };
  }, [
    actor,
    now,
    today,
    projects,
    people,
    mine,
    all,
    notifications,
    rejected,
    overwrites,
    news,
    snoozes,
    sentBack,
  ]);
}
