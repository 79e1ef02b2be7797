import { sessionEndOf } from '../../model/protocol/ended-session.ts';
import { departForRemoval, departReplaced } from '../store/departures.ts';
import type { DeviceDb } from '../store/device-db.ts';

/**
 * CLIENT-10: handles the end of the session of this device's cookie, from the `details` of the server's 401. A 401
 * without details removes no data.
 */
export async function claimSessionEnd(
  device: DeviceDb,
  details: unknown,
  at: number,
): Promise<void> {
  const end = sessionEndOf(details);
  if (end === undefined) return;
  const { user_id: userId, reason, remove, former_organizations: replaced } = end;
  if (remove !== null) await departForRemoval(device, { userId, remove, at });
  else await departReplaced(device, { userId, former: replaced, at });
  const session = await device.session.get('current');
  if (session?.userId !== userId) return;
  await device.session.update('current', { ended: reason });
}
