import { useEffect } from 'react';
import * as v from 'valibot';

/** Message of the service worker after a click on a notification (sw/push.ts). */
const openSchema = v.looseObject({
  type: v.literal('open'),
  path: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
});

/** Navigates the open tab to the target of a clicked notification. */
export function usePushNavigation(go: (path: string) => void): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const listen = ({ data }: MessageEvent) => {
      const asked = v.safeParse(openSchema, data);
      if (asked.success) go(asked.output.path);
    };
    navigator.serviceWorker.addEventListener('message', listen);
    return () => navigator.serviceWorker.removeEventListener('message', listen);
  }, [go]);
}
