import { useCallback } from 'react';
import { listMyOrganizations } from '../../sync/client/index.ts';
import { useClient } from './client.tsx';

/** Opens the person's organisation of this name; false when there is none. */
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
