import { type SocketFrame, socketFrameSchema } from '../../model/protocol/messages.ts';
import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { parseAt } from '../../model/shared/parse.ts';
import type { Socket } from '../core/ports/machine.ts';

export interface SocketOptions {
  /** `ws://` or `wss://` address of `/ws/sync/`. */
  readonly url: string;
  readonly orgId: string;
  readonly token: () => string | undefined;
}

/** Sync socket on the browser's WebSocket; the token is sent in the first frame, never in the address. */
export function browserSocket({ url, orgId, token }: SocketOptions): Socket {
  return {
    connect: ({ frame, closed }) => {
      const socket = new WebSocket(url);
      let isClosed = false;
      const close = () => {
        if (isClosed) return;
        isClosed = true;
        socket.close();
        closed();
      };
      socket.onopen = () => {
        const known = token();
        if (known === undefined) {
          close();
          return;
        }
        const handshake = {
          type: 'hello',
          token: known,
          organization: orgId,
          schema: SCHEMA_VERSION,
          scopes_digest: true,
        };
        socket.send(JSON.stringify(handshake));
      };
      socket.onmessage = ({ data }) => {
        const message = frameOf(data);
        if (message === undefined) close();
        else if (!isClosed) frame(message);
      };
      socket.onclose = close;
      socket.onerror = close;
      return close;
    },
  };
}

/** Undefined for a frame that is not Cairn's; the connection is then made again. */
function frameOf(data: unknown): SocketFrame | undefined {
  try {
    return typeof data === 'string' ? parseAt(socketFrameSchema, JSON.parse(data)) : undefined;
  } catch {
    return undefined;
  }
}
