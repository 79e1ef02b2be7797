import type { DeviceDb } from '../store/device-db.ts';
import type { Credentials, WorkerApi } from '../worker/types.ts';
import { messageToken } from './push.ts';
import {
  forgetLostOnSharedComputer,
  isSharedHere,
  type SharedComputer,
  unseenLostOnSharedComputer,
} from './shared-computer.ts';
import { unwrap } from './worker-link.ts';

interface SigningIn {
  readonly device: DeviceDb;
  readonly api: Pick<WorkerApi, 'signIn'>;
  readonly shared: Pick<SharedComputer, 'begin' | 'cancel'>;
}

/** Signs in. After a session has ended, the sign-in keeps the mode of that session. Rejects with CairnError. */
export async function signInHere(
  { device, api, shared }: SigningIn,
  credentials: Credentials,
): Promise<void> {
  const token = messageToken();
  const isShared = credentials.shared ?? (await isSharedHere(device));
  const keyId = isShared ? await shared.begin() : undefined;
  try {
    const registered = token === null ? {} : { device_token: token };
    unwrap(await api.signIn({ ...credentials, ...registered, shared: isShared }, { keyId }));
  } catch (error) {
    if (keyId !== undefined) await shared.cancel(keyId);
    throw error;
  }
  // The stores of this person have a passphrase here: their key is another one.
  if (keyId !== undefined) await shared.cancel(keyId);
  await passOnLoss(device);
  // Requests persistent storage, so that the browser does not evict the data when space is short; it may refuse.
  if (!isShared) void navigator.storage?.persist().catch(() => false);
}

/** A loss that the sign-in page has not shown is shown after the sign-in, until it is dismissed (CLIENT-1.4). */
async function passOnLoss({ marks }: DeviceDb): Promise<void> {
  const lost = unseenLostOnSharedComputer() ?? 0;
  if (lost > 0) {
    const known = await marks.get('lost');
    await marks.put({ id: 'lost', unsent: lost + (known?.id === 'lost' ? known.unsent : 0) });
  }
  forgetLostOnSharedComputer();
}
