import type { SessionEndReason } from '../../model/protocol/session-end.ts';
import { useDeviceLive } from './client.tsx';

export type { SessionEndReason };

/** Why the session of this device has ended; undefined while it lasts, and where the server does not know any more. */
export function useSessionEnd(): SessionEndReason | undefined {
  return useDeviceLive(async ({ session }) => (await session.get('current'))?.ended, []);
}
