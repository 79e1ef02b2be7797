import type { DeviceDb } from '../store/device-db.ts';
import type { Credentials, WorkerApi } from '../worker/types.ts';
import { messageToken } from './push.ts';
import { forgetLostOnSharedComputer, type SharedComputer } from './shared-computer.ts';
import { unwrap } from './worker-link.ts';

interface SigningIn {
  readonly device: DeviceDb;
  readonly api: Pick<WorkerApi, 'signIn'>;
  readonly shared: Pick<SharedComputer, 'begin' | 'cancel'>;
}

/** Signs in; in place, when a session has ended, as it was signed in before. Rejects with CairnError. */
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
  forgetLostOnSharedComputer();
  // Asks the browser not to throw the data away when space is short; it may say no.
  if (!isShared) void navigator.storage?.persist().catch(() => false);
}

/** Whether somebody is signed in here as on a shared computer. */
export async function isSharedHere(device: DeviceDb): Promise<boolean> {
  return (await device.session.get('current'))?.shared === true;
}
