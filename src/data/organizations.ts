import {
  type AccountRecord,
  listLostAccounts,
  listMyOrganizations,
} from '../../sync/client/index.ts';
import { useClient, useDeviceLive } from './client.tsx';

/** The organisations this person belongs to, as this device knows them. */
export function useMyOrganizations():
  | readonly { readonly id: string; readonly name: string }[]
  | undefined {
  const client = useClient();
  return useDeviceLive(() => listMyOrganizations(client), [client]);
}

/** Organisations whose access has ended for the person here, until they have read it. */
export function useLostAccounts(): readonly AccountRecord[] | undefined {
  return useDeviceLive(listLostAccounts, []);
}

export type { AccountRecord };
