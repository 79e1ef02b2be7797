import { useCallback, useEffect, useState } from 'react';
import type { Client } from '../../sync/client/index.ts';
import { useClient } from './client.tsx';
import { useOnline } from './online.ts';

export interface Listed<Row> {
  /** Undefined while the server is asked, and when it cannot be reached. */
  readonly list: readonly Row[] | undefined;
  /** Failure of the last request. */
  readonly failure: unknown;
  readonly reload: () => Promise<void>;
}

/** A list that the server alone has; `read` has to be the same function in each render. */
export function useListed<Row>(read: (client: Client) => Promise<readonly Row[]>): Listed<Row> {
  const client = useClient();
  const [list, setList] = useState<readonly Row[]>();
  const [failure, setFailure] = useState<unknown>();
  const isOnline = useOnline();
  const reload = useCallback(
    () =>
      read(client).then(
        (found) => {
          setList(found);
          setFailure(undefined);
        },
        (problem: unknown) => setFailure(problem),
      ),
    [client, read],
  );
  // A list that could not be read without a network is read when there is one.
  useEffect(() => {
    void reload();
  }, [reload, isOnline]);
  return { list, failure, reload };
}
