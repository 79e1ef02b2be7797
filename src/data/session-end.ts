import type { SessionEndReason } from '../../model/protocol/ended-session.ts';
import { useDeviceLive } from './client.tsx';

export type { SessionEndReason };

/**
 * Reason why the session of this device ended; undefined while it is valid, and when the server does not know
 * the reason.
 */
export function useSessionEnd(): SessionEndReason | undefined {
  return useDeviceLive(async ({ session }) => (await session.get('current'))?.ended, []);
}
