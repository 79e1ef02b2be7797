import type {
  Client,
  OwnSession,
  Removal,
  RequestedRemoval,
  SessionList,
} from '../../sync/client/index.ts';
import { useFromServer } from './from-server.ts';

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
  const { value, ...rest } = useFromServer(readSessions);
  return { list: value, ...rest };
}

function readSessions({ own }: Client): Promise<SessionList> {
  return own.sessions();
}
