import { isKeptReadable } from '../../sync/client/index.ts';
import type { Client } from './client.tsx';

/** True when unsent work that a sign-out keeps on this device is stored unencrypted. */
export function keepsUnencryptedWork({ device }: Client): Promise<boolean> {
  return isKeptReadable(device);
}
