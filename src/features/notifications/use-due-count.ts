import { useCallback, useMemo, useState } from 'react';
import { useAccount } from '../../data/client.tsx';

/**
 * Number of unread reminders, and the function that changes it. Until reminders are read, seconds after the start, it
 * is the number that this device has shown last: the number on the bell would otherwise jump at every start.
 */
export function useDueCount(): readonly [number, (count: number) => void] {
  const place = `cairn-due-reminders:${useAccount()?.key ?? ''}`;
  const [counted, setCounted] = useState<{ readonly place: string; readonly count: number }>();
  const before = useMemo(() => Number(localStorage.getItem(place)) || 0, [place]);
  const set = useCallback(
    (count: number) => {
      localStorage.setItem(place, String(count));
      setCounted({ place, count });
    },
    [place],
  );
  return [counted?.place === place ? counted.count : before, set];
}
