import * as v from 'valibot';
import { uuidSchema } from '../../model/shared/ids.ts';
import { loadActor } from '../writer/actor.ts';
import type { ApplyCalls } from '../apply/apply-calls.ts';
import type { WriteCall } from '../apply/run-call.ts';
import type { Services } from '../http/services.ts';
import type { ChatPeer, ChatRooms } from './chat-rooms.ts';

export interface FrameDeps {
  readonly services: Services;
  readonly rooms: ChatRooms;
  readonly apply: ApplyCalls;
  readonly peer: ChatPeer;
  readonly close: (code: 'unauthenticated' | 'rate_limited', message: string) => void;
  readonly report: (error: unknown) => void;
}

/** Frames of the client (sessions spec, 7); `typing` is an extension of our own app. */
const frameSchema = v.variant('type', [
  v.looseObject({
    type: v.literal('new_message'),
    message: v.string(),
    /** A client that may repeat a frame names the message: the second one is rejected. */
    id: v.optional(uuidSchema),
    reply_to: v.optional(v.nullable(v.string())),
  }),
  v.looseObject({ type: v.literal('i_have_seen_the_messages') }),
  v.looseObject({ type: v.literal('typing') }),
]);

/** Frames at once, and per second in the long run; a client far beyond is disconnected. */
const BURST = 40;
const PER_SECOND = 10;
const CUT_AT = -200;

/** Handles the frames of a socket one after the other, each with the rights of its time. */
export function chatFrames(deps: FrameDeps): (text: string) => void {
  const { peer, services } = deps;
  const allowance = { left: BURST, at: services.clock.now() };
  let turn: Promise<void> = Promise.resolve();
  return (text) => {
    const now = services.clock.now();
    const more = ((now - allowance.at) / 1_000) * PER_SECOND;
    allowance.left = Math.min(BURST, allowance.left + more) - 1;
    allowance.at = now;
    if (allowance.left < CUT_AT) return deps.close('rate_limited', 'Too many messages at once');
    if (allowance.left < 0) return peer.send(refused('rate_limited', 'Too many messages at once'));
    const frame = v.safeParse(v.pipe(v.string(), v.parseJson(), frameSchema), text);
    if (!frame.success)
      return peer.send(refused('invalid', 'This is not a message of this socket'));
    turn = turn.then(() => handle(deps, frame.output)).catch(deps.report);
    return undefined;
  };
}

async function handle(deps: FrameDeps, frame: v.InferOutput<typeof frameSchema>): Promise<void> {
  const { peer, services, rooms } = deps;
  const { conversation } = peer;
  if (!(await isSessionAlive(services, peer.sessionId))) {
    return deps.close('unauthenticated', /*i18n*/ 'Please sign in again');
  }
  switch (frame.type) {
    case 'new_message':
      // An empty message is ignored (sessions spec, 5).
      if (frame.message.trim() === '') return undefined;
      return write(deps, {
        method: 'POST',
        path: 'message/create/',
        body: {
          conversation,
          message: frame.message,
          ...(frame.id !== undefined && { id: frame.id }),
          ...(frame.reply_to !== undefined && { reply_to: frame.reply_to }),
        },
      });
    case 'i_have_seen_the_messages':
      return write(deps, {
        method: 'POST',
        path: 'message/seen/',
        body: { conversation, seen: peer.sentUpTo() },
      });
    case 'typing':
      if (await rooms.isIn(peer)) rooms.typing(peer);
      return undefined;
  }
}

/** The same write as over REST, behind the same lock and with the same rule. */
async function write({ apply, services, peer }: FrameDeps, call: WriteCall): Promise<void> {
  const actor = await services.database.snapshot((sql) =>
    loadActor(sql, peer, services.clock.now()),
  );
  if (actor === undefined) return peer.close('forbidden');
  const { verdicts } = await apply({ actor, calls: [{ ...call, seq: 0 }] });
  const [verdict] = verdicts;
  if (verdict === undefined || verdict.status === 200) return undefined;
  if (verdict.code === 'not_found') return peer.close('forbidden');
  peer.send(refused(verdict.code ?? 'internal', verdict.message ?? 'This could not be done'));
  return undefined;
}

async function isSessionAlive({ database, clock }: Services, sessionId: string): Promise<boolean> {
  const row = await database.db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return row !== undefined;
}

function refused(code: string, message: string) {
  return { type: 'error', error: message, code };
}
