import { useCallback } from 'react';
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

/** Opens the person's organisation of this name; false when they are in none. */
export function useSelectByName(): (name: string) => Promise<boolean> {
  const client = useClient();
  return useCallback(
    async (name) => {
      const mine = await listMyOrganizations(client);
      const found = mine.findLast((organization) => organization.name === name);
      if (found !== undefined) await client.selectOrganization(found.id);
      return found !== undefined;
    },
    [client],
  );
}

/** Organisations whose access has ended for the person here, until they have read it. */
export function useLostAccounts(): readonly AccountRecord[] | undefined {
  return useDeviceLive(listLostAccounts, []);
}

export type { AccountRecord };
