import { useLiveQuery } from 'dexie-react-hooks';
import type { Organization } from '../../model/entities/organization.ts';
import {
  type AccountRecord,
  findOrganization,
  listLockedAccounts,
  listMyOrganizations,
} from '../../sync/client/index.ts';
import { useClient, useLive } from './client.tsx';

/** The organisations this person belongs to, as this device knows them. */
export function useMyOrganizations():
  | readonly { readonly id: string; readonly name: string }[]
  | undefined {
  const client = useClient();
  return useLiveQuery(() => listMyOrganizations(client), [client]);
}

/** The open organisation; null before it has been downloaded. */
export function useOrganization(): Organization | null | undefined {
  return useLive(async (db) => (await findOrganization(db)) ?? null, []);
}

/** Accounts of others with unsent work on this device, to say so at sign-in. */
export function useLockedAccounts(): readonly AccountRecord[] | undefined {
  const client = useClient();
  return useLiveQuery(() => listLockedAccounts(client.device), [client]);
}
