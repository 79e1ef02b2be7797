import type { DeviceDb } from '../store/device-db.ts';
import type { Credentials, WorkerApi } from '../worker/types.ts';
import { messageToken } from './push.ts';
import {
  forgetLostOnSharedComputer,
  isSharedHere,
  type SharedComputer,
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
  forgetLostOnSharedComputer();
  // Requests persistent storage, so that the browser does not evict the data when space is short; it may refuse.
  if (!isShared) void navigator.storage?.persist().catch(() => false);
}
