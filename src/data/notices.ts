import { type Notice, notices } from '../../sync/client/index.ts';
import { useLive } from './client.tsx';

/** Things the person has to be told about their data, until they dismiss them. */
export function useNotices(): readonly Notice[] | undefined {
  return useLive(notices, []);
}
