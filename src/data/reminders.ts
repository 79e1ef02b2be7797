import { useCallback, useMemo } from 'react';
import { reminderRead } from '../../model/mutations/reminder/reminder-read.ts';
import { observeReminderSources } from '../../sync/client/index.ts';
import { useAccount, useActor, useMutate } from './client.tsx';
import { deviceOffset } from './local-time.ts';
import { itself, useObserved } from './observed.ts';
import { useProjects } from './projects.ts';
import { type Reminder, remindersOf } from './reminder-times.ts';
import type { SuccessOptions } from './success.tsx';

export type { Reminder };

/**
 * Reminders of the person at a time in milliseconds, the latest first; none when they are turned off, undefined while
 * they are read.
 */
export function useReminders(now: number, isOn: boolean): readonly Reminder[] | undefined {
  const account = useAccount();
  const actor = useActor();
  const projects = useProjects();
  const observed = useMemo(
    () => account && observeReminderSources(account.db, account.orgUserId),
    [account],
  );
  const sources = useObserved(observed, itself);
  return useMemo(() => {
    if (!isOn) return [];
    if (!actor || !projects || !sources) return undefined;
    return remindersOf({
      ...sources,
      actor,
      projects: new Map(projects.map((project) => [project.id, project])),
      now,
      offsetAt: deviceOffset,
    });
  }, [isOn, actor, projects, sources, now]);
}

/** Ids in one mutation. */
const AT_ONCE = 200;

/** Marks reminders as read on all devices of the person, or as unread; true when it is committed on this device. */
export function useMarkReminders(): (
  reminders: readonly Reminder[],
  read: boolean,
  success?: SuccessOptions,
) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (reminders, read, success) => {
      const last = Math.max(0, ...reminders.map(({ at }) => at));
      const upto = read ? new Date(last).toISOString() : null;
      for (let from = 0; from < reminders.length; from += AT_ONCE) {
        const ids = reminders.slice(from, from + AT_ONCE).map(({ id }) => id);
        const isLast = from + AT_ONCE >= reminders.length;
        const shown = isLast ? { success } : {};
        if (!(await mutate(reminderRead, { ids, upto }, shown))) return false;
      }
      return true;
    },
    [mutate],
  );
}
