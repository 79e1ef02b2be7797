import { useCallback, useEffect, useState } from 'react';
import type {
  OwnSession,
  Removal,
  RequestedRemoval,
  SessionList,
} from '../../sync/client/index.ts';
import { useClient } from './client.tsx';

export type { OwnSession, Removal, RequestedRemoval };

interface OwnSessions {
  /** Undefined while the server is asked, and when it cannot be reached. */
  readonly list: SessionList | undefined;
  /** Failure of the last request. */
  readonly failure: unknown;
  readonly reload: () => Promise<void>;
}

/** Sessions of the person. The list is the server's and needs a connection. */
export function useOwnSessions(): OwnSessions {
  const client = useClient();
  const [list, setList] = useState<SessionList>();
  const [failure, setFailure] = useState<unknown>();
  const reload = useCallback(
    () =>
      client.own.sessions().then(
        (found) => {
          setList(found);
          setFailure(undefined);
        },
        (problem: unknown) => setFailure(problem),
      ),
    [client],
  );
  useEffect(() => {
    void reload();
  }, [reload]);
  return { list, failure, reload };
}
