import { useCallback, useEffect, useState } from 'react';
import type { Client } from '../../sync/client/index.ts';
import { useClient } from './client.tsx';
import { useOnline } from './online.ts';
import { untilAnswered } from './until-answered.ts';

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
  const attempt = useCallback(async () => {
    try {
      setValue(await read(client));
      setFailure(undefined);
    } catch (problem) {
      setFailure(problem);
      throw problem;
    }
  }, [client, read]);
  const reload = useCallback(() => attempt().catch(() => undefined), [attempt]);
  // What could not be read without a network is read when there is one.
  useEffect(() => {
    const stop = new AbortController();
    void untilAnswered(attempt, stop.signal);
    return () => stop.abort();
  }, [attempt, isOnline]);
  return { value, failure, reload };
}
