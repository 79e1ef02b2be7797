import { useEffect } from 'react';

/** Shows the number of unread notifications on the app's icon where the platform supports badges. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    const set: unknown = Reflect.get(navigator, 'setAppBadge');
    const clear: unknown = Reflect.get(navigator, 'clearAppBadge');
    if (typeof set !== 'function' || typeof clear !== 'function') return;
    const done: unknown =
      count > 0 ? Reflect.apply(set, navigator, [count]) : Reflect.apply(clear, navigator, []);
    // Rejects where the app is not installed, which is not an error.
    if (done instanceof Promise) done.catch(() => undefined);
  }, [count]);
}
