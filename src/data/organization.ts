import type { Organization } from '../../model/entities/organization.ts';
import { findOrganization } from '../../sync/client/index.ts';
import { writePlace } from '../../model/shared/place.ts';
import { useLive } from './client.tsx';

/** Open organisation; null before it has been downloaded. */
export function useOrganization(): Organization | null | undefined {
  return useLive(async (db) => (await findOrganization(db)) ?? null, []);
}

/** Writes the place of a shot; undefined where the organisation does not allow it. */
export function useWritePlace(): typeof writePlace | undefined {
  return useOrganization()?.shot_places === true ? writePlace : undefined;
}
