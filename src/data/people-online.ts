import { useEffect, useState } from 'react';
import { useClient } from './client.tsx';

/** Milliseconds between two requests while the page is visible. */
const ASK_EVERY = 30_000;

/**
 * Ids (`organization_user`) of the people who have Cairn open, about a minute exact; undefined without a connection.
 * Asks the server only while the component is mounted and the page visible.
 */
export function usePeopleOnline(): ReadonlySet<string> | undefined {
  const client = useClient();
  const [online, setOnline] = useState<ReadonlySet<string>>();
  useEffect(() => {
    let isMounted = true;
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      client.own.online().then(
        (ids) => isMounted && setOnline(new Set(ids)),
        () => isMounted && setOnline(undefined),
      );
    };
    // An answer of before says nothing without a network.
    const forget = () => setOnline(undefined);
    ask();
    const timer = setInterval(ask, ASK_EVERY);
    document.addEventListener('visibilitychange', ask);
    addEventListener('online', ask);
    addEventListener('offline', forget);
    return () => {
      isMounted = false;
      clearInterval(timer);
      removeEventListener('online', ask);
      removeEventListener('offline', forget);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client]);
  return online;
}
