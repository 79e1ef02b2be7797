import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { sharedSocket } from '../browser/shared-socket.ts';
import { browserSocket } from '../browser/socket.ts';
import type { Online, Socket, Timers } from '../core/ports/machine.ts';
import type { AccountRecord } from '../store/device-db.ts';

export interface AccountSocketOptions {
  /** `ws://` or `wss://` address of `/ws/sync/`. */
  readonly url: string;
  readonly token: () => string | undefined;
  readonly timers: Timers;
  readonly online: Online;
}

/** Socket of an account. Two builds may know different rows: the tabs of each share one of their own (PULL-10). */
export function accountSocket(
  { orgId, orgUserId }: AccountRecord,
  { url, token, ...machine }: AccountSocketOptions,
): Socket {
  return sharedSocket({
    name: `cairn-socket-${SCHEMA_VERSION}-${orgId}-${orgUserId}`,
    socket: browserSocket({ url, orgId, token }),
    ...machine,
  });
}
