import { useEffect } from 'react';
import * as v from 'valibot';

/** What the service worker says when somebody has clicked a notification (sw/push.ts). */
const openSchema = v.looseObject({
  type: v.literal('open'),
  path: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
});

/** Goes where a notification that was clicked points, in the tab that is open. */
export function useOpenedByPush(go: (path: string) => void): void {
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
