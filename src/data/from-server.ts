import { useCallback, useEffect, useState } from 'react';
import type { Client } from '../../sync/client/index.ts';
import { useClient } from './client.tsx';
import { useOnline } from './online.ts';

export interface FromServer<Value> {
  /** Undefined while the server is asked, and when it cannot be reached. */
  readonly value: Value | undefined;
  /** Failure of the last request. */
  readonly failure: unknown;
  readonly reload: () => Promise<void>;
}

/** A value that the server alone has; `read` has to be the same function in each render. */
export function useFromServer<Value>(read: (client: Client) => Promise<Value>): FromServer<Value> {
  const client = useClient();
  const [value, setValue] = useState<Value>();
  const [failure, setFailure] = useState<unknown>();
  const isOnline = useOnline();
  const reload = useCallback(
    () =>
      read(client).then(
        (found) => {
          setValue(found);
          setFailure(undefined);
        },
        (problem: unknown) => setFailure(problem),
      ),
    [client, read],
  );
  // What could not be read without a network is read when there is one.
  useEffect(() => {
    void reload();
  }, [reload, isOnline]);
  return { value, failure, reload };
}
