import { useEffect } from 'react';

/** Shows the number of unread things on the app's icon, where the platform has such a thing. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    const set: unknown = Reflect.get(navigator, 'setAppBadge');
    const clear: unknown = Reflect.get(navigator, 'clearAppBadge');
    if (typeof set !== 'function' || typeof clear !== 'function') return;
    const done: unknown =
      count > 0 ? Reflect.apply(set, navigator, [count]) : Reflect.apply(clear, navigator, []);
    // Refused where the app is not installed: nothing is missing then.
    if (done instanceof Promise) done.catch(() => undefined);
  }, [count]);
}
