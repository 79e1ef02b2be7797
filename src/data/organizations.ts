import {
  type AccountRecord,
  listLostAccounts,
  listMyOrganizations,
} from '../../sync/client/index.ts';
import { useClient, useDeviceLive } from './client.tsx';

/** Organisations of this person known on this device. */
export function useMyOrganizations():
  | readonly { readonly id: string; readonly name: string }[]
  | undefined {
  const client = useClient();
  return useDeviceLive(() => listMyOrganizations(client), [client]);
}

/** Organisations whose access has ended on this device, until dismissed. */
export function useLostAccounts(): readonly AccountRecord[] | undefined {
  return useDeviceLive(listLostAccounts, []);
}

export type { AccountRecord };
