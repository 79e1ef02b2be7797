import type { Organization } from '../../model/entities/organization.ts';
import { findOrganization } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** Open organisation; null before it has been downloaded. */
export function useOrganization(): Organization | null | undefined {
  return useLive(async (db) => (await findOrganization(db)) ?? null, []);
}
