import { useLiveQuery } from 'dexie-react-hooks';
import type { Organization } from '../../model/entities/organization.ts';
import { findOrganization, listMyOrganizations } from '../../sync/client/index.ts';
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
