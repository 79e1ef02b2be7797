import type { Flag } from '../../model/entities/flag.ts';
import { listFlags } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** The priorities of the organisation, most urgent first; undefined while they are read. */
export function useFlags(): readonly Flag[] | undefined {
  return useLive(listFlags, []);
}
