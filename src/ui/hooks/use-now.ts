import { useEffect, useState } from 'react';

/** Current time in milliseconds, updated every `interval` milliseconds and aligned to the clock. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = { id: 0 };
    const plan = () => {
      timer.id = window.setTimeout(
        () => {
          setNow(Date.now());
          plan();
        },
        interval - (Date.now() % interval),
      );
    };
    plan();
    return () => window.clearTimeout(timer.id);
  }, [interval]);
  return now;
}
