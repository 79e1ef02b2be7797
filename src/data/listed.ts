import type { Client } from '../../sync/client/index.ts';
import { useFromServer } from './from-server.ts';

export interface Listed<Row> {
  /** Undefined while the server is asked, and when it cannot be reached. */
  readonly list: readonly Row[] | undefined;
  /** Failure of the last request. */
  readonly failure: unknown;
  readonly reload: () => Promise<void>;
}

/** A list that the server alone has; `read` has to be the same function in each render. */
export function useListed<Row>(read: (client: Client) => Promise<readonly Row[]>): Listed<Row> {
  const { value, ...rest } = useFromServer(read);
  return { list: value, ...rest };
}
