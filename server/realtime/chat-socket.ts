import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { WebSocket } from 'ws';
import { directScope, groupScope } from '../../model/entities/scopes.ts';
import { loadActor } from '../writer/actor.ts';
import type { ApplyCalls } from '../apply/apply-calls.ts';
import { groupByNumber, personByUser } from '../apply/chat-resolver.ts';
import { claimTicket } from '../chat/tickets.ts';
import { isCleanText } from '../../model/shared/text.ts';
import type { Authenticate } from '../http/pipeline.ts';
import type { Services } from '../http/services.ts';
import { type Sql, textOf } from '../store/sql.ts';
import { chatFrames } from './chat-frames.ts';
import type { ChatFrame, ChatPeer, ChatRooms } from './chat-rooms.ts';

/** Time between two pings; a connection that has not answered the last one is closed, so within 24 s. */
const PING_MS = 12_000;
/** Unsent bytes of a socket before it is closed. */
const SLOW_BYTES = 1_000_000;
const MOST_SOCKETS = 30;
/** Frames that wait until the socket's person is identified. */
const MOST_WAITING = 20;
/**
 * Private range of the WebSocket protocol: closed by the application. Clients of the specification go to sign-in for
 * 4401 alone (sessions spec, 5 and 8), so it is used for a bad token or ticket only. A missing conversation and a
 * foreign one are both 4404; 4403 closes an open socket whose person was removed.
 */
const CLOSE_CODES = {
  invalid: 4_400,
  unauthenticated: 4_401,
  forbidden: 4_403,
  not_found: 4_404,
  rate_limited: 4_429,
  internal: 4_500,
};

export interface ChatSocketDeps {
  readonly rooms: ChatRooms;
  readonly services: Services;
  readonly apply: ApplyCalls;
  readonly authenticate: Authenticate;
  readonly report: (error: unknown) => void;
}

const querySchema = v.object({
  token: v.optional(v.string()),
  ticket: v.optional(v.string()),
  organization_accesskey_id: v.optional(v.string()),
});
const paramsSchema = v.object({
  kind: v.picklist(['user', 'group']),
  id: v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,14}$/)),
});

/** `/ws/chat/{user|group}/{id}/` (sessions spec, 7): the other person's user id, or the group's number. */
export function registerChatSocket(fastify: FastifyInstance, deps: ChatSocketDeps): void {
  fastify.get('/ws/chat/:kind/:id/', { websocket: true }, (socket, request) => {
    serve(socket, request, deps);
  });
}

function serve(socket: WebSocket, request: FastifyRequest, deps: ChatSocketDeps): void {
  const { report, rooms } = deps;
  const close = (code: keyof typeof CLOSE_CODES, message: string): void => {
    send(socket, { type: 'error', error: message, code });
    socket.close(CLOSE_CODES[code]);
  };
  // Frames may arrive before the person is identified: a listener that is added later would miss them.
  const waiting: string[] = [];
  let handle = (text: string): void => {
    if (waiting.length < MOST_WAITING) waiting.push(text);
    else close('rate_limited', 'Too many messages at once');
  };
  let peer: ChatPeer | undefined;
  socket.on('message', (data) => handle(textOfFrame(data)));
  socket.on('error', report);
  socket.on('close', () => {
    if (peer !== undefined) rooms.leave(peer);
  });
  const heart = beat(socket, () => peer?.isOwnApp === true);
  socket.on('close', () => clearInterval(heart));
  const open = async (): Promise<void> => {
    const who = await identify(request, deps);
    if ('refused' in who) return close(who.refused, REFUSALS[who.refused]);
    if (rooms.countOf(who.userId) >= MOST_SOCKETS) {
      return close('rate_limited', 'Too many conversations are open');
    }
    let sent = 0;
    const joining: ChatPeer = {
      ...who,
      send: (frame) => {
        if (typeof frame['number'] === 'number') sent = Math.max(sent, frame['number']);
        sendOrCut(socket, frame);
      },
      sentUpTo: () => sent,
      close: (code) => close(code, 'You no longer have access to this conversation'),
    };
    const lastSeq = await rooms.join(joining);
    sent = Math.max(sent, lastSeq ?? 0);
    if (lastSeq === undefined) return close('not_found', REFUSALS.not_found);
    if (socket.readyState !== socket.OPEN) {
      rooms.leave(joining);
      return;
    }
    peer = joining;
    handle = chatFrames({ ...deps, peer, close });
    for (const text of waiting.splice(0)) handle(text);
  };
  open().catch((error: unknown) => {
    report(error);
    close('internal', 'The conversation could not be opened');
  });
}

type Who = Omit<ChatPeer, 'send' | 'sentUpTo' | 'close'>;

const REFUSALS = {
  unauthenticated: /*i18n*/ 'Please sign in again',
  invalid: 'A conversation is named by a number',
  not_found: 'This conversation does not exist',
} as const;

interface Refused {
  readonly refused: keyof typeof REFUSALS;
}

/** Finds the person of a socket and its conversation. The token is checked first, so that nobody else learns more. */
async function identify(
  request: FastifyRequest,
  { services, authenticate }: ChatSocketDeps,
): Promise<Who | Refused> {
  const query = v.safeParse(querySchema, request.query);
  if (!query.success) return { refused: 'unauthenticated' };
  const { ticket, organization_accesskey_id: named } = query.output;
  const token =
    services.tokenInAddress === false
      ? bearerOf(request)
      : (bearerOf(request) ?? query.output.token);
  const deps = { writer: services.writer, now: services.clock.now };
  const holder = ticket === undefined ? undefined : await claimTicket(deps, ticket);
  const identity = holder ?? (token === undefined ? undefined : await authenticate(token));
  if (identity === undefined) return { refused: 'unauthenticated' };
  const params = v.safeParse(paramsSchema, request.params);
  if (!params.success) return { refused: 'invalid' };
  const { userId, sessionId } = identity;
  return services.database.snapshot(async (sql) => {
    for (const orgId of await organizationsOf(sql, userId, holder?.orgId ?? named)) {
      const actor = await loadActor(sql, { orgId, userId }, services.clock.now());
      if (actor === undefined) continue;
      const { orgUserId } = actor;
      const conversation = await conversationOf(sql, params.output, { orgId, orgUserId });
      if (conversation === undefined) continue;
      return { orgId, userId, orgUserId, sessionId, conversation, isOwnApp: holder !== undefined };
    }
    return { refused: 'not_found' };
  });
}

/** A program sends its token in the header, which no proxy writes into a log; a page cannot set it for a socket. */
function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** The named organisation, otherwise those of the person: the one that has the addressed row is meant. */
async function organizationsOf(
  sql: Sql,
  userId: string,
  named: string | undefined,
): Promise<readonly string[]> {
  if (named !== undefined) return isCleanText(named) ? [named] : [];
  const rows = await sql.all(
    `select org_id from org_users where "user" = ? and joined = 1
     union
     select ou.org_id from org_users ou join users u on u.email = ou.email
     where u.id = ? and u.mailbox_proved = 1 and ou.joined = 0
     order by org_id`,
    [userId, userId],
  );
  return rows.map((row) => textOf(row, 'org_id'));
}

async function conversationOf(
  sql: Sql,
  { kind, id }: v.InferOutput<typeof paramsSchema>,
  { orgId, orgUserId }: { readonly orgId: string; readonly orgUserId: string },
): Promise<string | undefined> {
  if (kind === 'group') {
    const group = await groupByNumber(sql, orgId, Number(id));
    return group === undefined ? undefined : groupScope(group);
  }
  const person = await personByUser(sql, orgId, id);
  return person === undefined || person === orgUserId ? undefined : directScope(orgUserId, person);
}

/** A connection that broke without a close is detected by its missing answer to a ping. */
function beat(socket: WebSocket, isOwnApp: () => boolean): NodeJS.Timeout {
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  return setInterval(() => {
    if (!answered) {
      socket.terminate();
      return;
    }
    answered = false;
    socket.ping();
    // A page cannot see pings: our own app gets a frame.
    if (isOwnApp()) send(socket, { type: 'heartbeat' });
  }, PING_MS);
}

function sendOrCut(socket: WebSocket, frame: ChatFrame): void {
  if (socket.bufferedAmount > SLOW_BYTES) socket.terminate();
  else send(socket, frame);
}

function send(socket: WebSocket, frame: ChatFrame): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
}

function textOfFrame(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
