import { useLiveQuery } from 'dexie-react-hooks';
import type { SessionEndReason } from '../../model/protocol/session-end.ts';
import { useClient } from './client.tsx';

export type { SessionEndReason };

/** Why the session of this device has ended; undefined while it lasts, and where the server does not know any more. */
export function useSessionEnd(): SessionEndReason | undefined {
  const client = useClient();
  return useLiveQuery(async () => (await client.device.session.get('current'))?.ended, [client]);
}
