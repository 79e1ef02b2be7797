import { useLiveQuery } from 'dexie-react-hooks';
import { type AccountRecord, listLockedAccounts } from '../../sync/client/index.ts';
import { useClient } from './client.tsx';

/** Accounts with unsent work on this device that cannot be sent now, to say so at sign-in. */
export function useLockedAccounts(): readonly AccountRecord[] | undefined {
  const client = useClient();
  return useLiveQuery(() => listLockedAccounts(client.device), [client]);
}
