import { useEffect, useState } from 'react';
import type { Task } from '../../model/entities/task.ts';
import { newestOfTask, noteSeen } from '../../sync/client/index.ts';
import { useReceiptSettings } from './receipt-settings.ts';
import { useAccount, useLiveOf } from './client.tsx';

/** Time for which rows have to be on the screen before they count as seen, in milliseconds. */
const SHOWN = 1_000;
/** Time until a device that lacked rows looks again, in milliseconds. */
const AGAIN = 2_000;

/**
 * Notes that the person sees the rows of a task, while the page is visible and once for each change of them
 * (RECEIPT-4). The notes are on the disk, and are reported with a network.
 */
export function useNoteSeen({ id }: Pick<Task, 'id'>): void {
  const account = useAccount();
  const newest = useLiveOf(id, newestOfTask);
  const isVisible = useIsVisible();
  const settings = useReceiptSettings();
  const version = settings?.seen === true ? settings.version : undefined;
  useEffect(() => {
    if (account === undefined || newest === undefined || version === undefined || !isVisible) {
      return undefined;
    }
    let timer: number | undefined;
    let isClosed = false;
    const note = async () => {
      const { db, orgId } = account;
      // A store that cannot be written says so elsewhere.
      const seen = await noteSeen(db, orgId, { id, newest, settings: version }).catch(() => newest);
      if (!isClosed && seen < newest) timer = window.setTimeout(() => void note(), AGAIN);
    };
    timer = window.setTimeout(() => void note(), SHOWN);
    return () => {
      isClosed = true;
      window.clearTimeout(timer);
    };
  }, [account, id, newest, version, isVisible]);
}

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const follow = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return isVisible;
}
