import type { WebSocket } from 'ws';
import type { TestApp } from '../../support/test-app.ts';
import type { Actor } from './actors.ts';
import { everySocket } from './calls.ts';
import type { Tenant } from './tenant.ts';
import type { Book } from './values.ts';

/** All frames that a socket received. */
export interface Listening {
  readonly actor: Actor;
  readonly url: string;
  readonly frames: string[];
  readonly close: () => void;
}

/**
 * Opens every socket: with the organisation of the actor and of the other, for the rows of the
 * other, with the handshake and the frames that such a socket accepts.
 */
export async function listenEverywhere(
  setup: TestApp,
  actor: Actor,
  victim: Tenant,
): Promise<readonly Listening[]> {
  const listening: Listening[] = [];
  const routes = everySocket(setup.app);
  const paths = [victim.book, actor.own].flatMap((book) => routes.map((one) => filled(one, book)));
  for (const path of new Set(paths)) {
    for (const org of new Set([actor.client.orgId ?? '', victim.book.orgId])) {
      for (const token of new Set([actor.client.token ?? '', 'made-up'])) {
        const url = `${path}?token=${token}&organization_accesskey_id=${org}`;
        const opened = await open(setup, actor, url, [
          { type: 'hello', token, organization: org, schema: 1 },
          { type: 'new_message', message: 'probe over a socket' },
          { type: 'i_have_seen_the_messages' },
          { type: 'typing' },
        ]);
        if (opened !== undefined) listening.push(opened);
      }
    }
  }
  return listening;
}

async function open(
  setup: TestApp,
  actor: Actor,
  url: string,
  words: readonly object[],
): Promise<Listening | undefined> {
  const frames: string[] = [];
  let socket: WebSocket;
  try {
    socket = await setup.app.fastify.injectWS(
      url,
      { headers: { host: 'cairn.test' } },
      {
        onInit: (created) => {
          created.on('message', (data) => frames.push(data.toString()));
          created.on('error', () => undefined);
        },
      },
    );
  } catch {
    // Refused before the upgrade: no frame was sent.
    return undefined;
  }
  for (const word of words) {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(word));
  }
  return { actor, url, frames, close: () => socket.terminate() };
}

/** `/ws/chat/user/:id/` names a person, `/ws/chat/group/:id/` a group. */
function filled(route: string, book: Book): string {
  const id = route.includes('/group/') ? book.ids.get('group_numbers') : book.otherUserId;
  return route.replaceAll(/:\w+/g, id ?? 'none');
}
