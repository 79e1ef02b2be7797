import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import { type LeftAt, sinceLeft, type SinceLeft } from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';
import { useMyTasks } from './my-tasks.ts';

interface SinceYouLeft {
  /** Undefined while it is read, and on the first visit. */
  readonly news: SinceLeft | undefined;
  /** False while `news` is read. */
  readonly isRead: boolean;
  /** Milliseconds by the device's clock. */
  readonly leftAt: number | undefined;
  /** Marks the activity as seen; counting starts again. */
  readonly seen: () => void;
}

/**
 * Activity on the person's work since they left this device. It remains until they mark it as seen; without
 * activity, leaving the tab starts the count again.
 */
export function useSinceYouLeft(): SinceYouLeft {
  const account = useAccount();
  const key = `cairn-left:${account?.key ?? ''}`;
  const me = account?.orgUserId;
  const [left, setLeft] = useState(() => readLastVisit(key));
  const tasks = useMyTasks(me);
  const news = useLive(
    async (db) =>
      me === undefined || left === undefined ? undefined : await sinceLeft(db, me, left),
    [me, left],
  );
  const begin = useCallback(() => {
    if (tasks === undefined) return;
    const next = { at: Date.now(), tasks: tasks.map(({ id }) => id) };
    localStorage.setItem(key, JSON.stringify(next));
    setLeft(next);
  }, [key, tasks]);
  const isQuiet = left === undefined || (news !== undefined && isEmpty(news));
  useEffect(() => {
    if (!isQuiet) return undefined;
    const leave = () => {
      if (document.visibilityState === 'hidden') begin();
    };
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, [isQuiet, begin]);
  return { news, isRead: left === undefined || news !== undefined, leftAt: left?.at, seen: begin };
}

function isEmpty({ assigned, answered, merged, refused: rejected }: SinceLeft): boolean {
  return assigned.length + answered.length + merged.length + rejected.length === 0;
}

const leftSchema = v.object({ at: v.number(), tasks: v.array(v.string()) });

function readLastVisit(key: string): LeftAt | undefined {
  const found = v.safeParse(
    v.pipe(v.string(), v.parseJson(), leftSchema),
    localStorage.getItem(key),
  );
  return found.success ? found.output : undefined;
}

export type { SinceLeft };
