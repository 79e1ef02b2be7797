import { type Notice, notices } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** Notices about the person's data that they have not dismissed. */
export function useNotices(): readonly Notice[] | undefined {
  return useLive(notices, []);
}
