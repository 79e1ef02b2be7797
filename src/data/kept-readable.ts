import { isKeptReadable } from '../../sync/client/index.ts';
import type { Client } from './client.tsx';

/** Whether what a sign-out keeps on this device could be read by others. */
export function keepsReadable({ device }: Client): Promise<boolean> {
  return isKeptReadable(device);
}
