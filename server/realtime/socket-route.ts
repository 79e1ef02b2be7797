import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { WebSocket } from 'ws';
import { type SocketFrame, socketHelloSchema } from '../../model/protocol/messages.ts';
import { isServed } from '../../model/protocol/version.ts';
import type { ErrorCode } from '../../model/shared/errors.ts';
import { isCleanText } from '../../model/shared/text.ts';
import { requireSameOrigin } from '../http/cookies.ts';
import type { Authenticate } from '../http/pipeline.ts';
import type { Peer } from './audience.ts';
import { type ChatSocketDeps, registerChatSocket } from './chat-socket.ts';
import type { Hub } from './hub.ts';

/** Time for the client's first frame, `hello`. */
const HANDSHAKE_MS = 10_000;
/** Bytes: the longest chat message with four bytes a character fits. */
const LARGEST_FRAME = 65_536;
/** Private range of the WebSocket protocol: closed by the application. */
const CLOSED_BY_US = 4_000;

/** Unsent bytes at most; far beyond the limit at which the hub sends heads without changes. */
const MOST_WAITING = 4_000_000;

interface SocketDeps {
  readonly hub: Hub;
  readonly authenticate: Authenticate;
  readonly report: (error: unknown) => void;
  readonly chat: ChatSocketDeps;
}

/** `/ws/sync/`: the client's first frame is `hello` with its token, which is never in an address (PULL-7). */
export async function registerSockets(fastify: FastifyInstance, deps: SocketDeps): Promise<void> {
  await fastify.register(websocket, { options: { maxPayload: LARGEST_FRAME } });
  const encode = createEncoder();
  // A plugin of its own: routes are sockets only after the plugin above is ready.
  await fastify.register(async (scope) => {
    // A page of another site could open a socket: browsers name it, and programs name none.
    scope.addHook('preValidation', async (request) => {
      requireSameOrigin(request, deps.chat.services.publicUrl);
    });
    scope.get('/ws/sync/', { websocket: true }, (socket) => {
      serve(socket, encode, deps);
    });
    registerChatSocket(scope, deps.chat);
  });
}

function serve(
  socket: WebSocket,
  encode: (frame: SocketFrame) => Buffer,
  { hub, authenticate, report }: SocketDeps,
): void {
  const peer = peerOf(socket, encode);
  const refuse = (code: ErrorCode): void => {
    peer.send({ type: 'closed', code });
    peer.close();
  };
  const late = setTimeout(() => refuse('unauthenticated'), HANDSHAKE_MS);
  const shakeHands = async (text: string): Promise<void> => {
    const handshake = v.safeParse(v.pipe(v.string(), v.parseJson(), socketHelloSchema), text);
    if (!handshake.success) return refuse('invalid');
    const { token, organization: orgId, schema, scopes_digest: acceptsDigest } = handshake.output;
    if (!isCleanText(orgId)) return refuse('invalid');
    if (!isServed(schema)) return refuse('schema_too_old');
    const identity = await authenticate(token);
    if (identity === undefined) return refuse('unauthenticated');
    const { sessionId, userId } = identity;
    const joined = await hub.join(peer, {
      sessionId,
      userId,
      orgId,
      acceptsDigest: acceptsDigest === true,
    });
    if (!joined) refuse('not_found');
    // The connection may have closed during its handshake.
    else if (socket.readyState !== socket.OPEN) hub.leave(peer);
  };
  socket.once('message', (data) => {
    clearTimeout(late);
    shakeHands(textOf(data)).catch((error: unknown) => {
      report(error);
      refuse('internal');
    });
  });
  socket.on('error', report);
  socket.on('close', () => {
    clearTimeout(late);
    hub.leave(peer);
  });
}

/** Encodes a frame that many connections receive once; it is forgotten with the frame. */
function createEncoder(): (frame: SocketFrame) => Buffer {
  const known = new WeakMap<SocketFrame, Buffer>();
  return (frame) => {
    const encoded = known.get(frame) ?? Buffer.from(JSON.stringify(frame));
    known.set(frame, encoded);
    return encoded;
  };
}

function peerOf(socket: WebSocket, encode: (frame: SocketFrame) => Buffer): Peer {
  return {
    send: (frame: SocketFrame) => {
      if (socket.readyState !== socket.OPEN) return;
      // A reader that accepts nothing for so long is gone or stuck: the device pulls when it is back.
      if (socket.bufferedAmount > MOST_WAITING) socket.terminate();
      else socket.send(encode(frame), { binary: false });
    },
    waiting: () => socket.bufferedAmount,
    close: () => socket.close(CLOSED_BY_US),
  };
}

function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
