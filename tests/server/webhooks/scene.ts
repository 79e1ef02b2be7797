import { afterEach, expect } from 'vitest';
import type { WebhookRequest } from '../../../server/webhooks/http-sender.ts';
import type { OpenEmpty } from '../../support/for-each-database.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { foundTeam, ok, type Team } from '../support/team.ts';

export const HOOK_URL = 'https://hooks.example.org/cairn';
export const OTHER_URL = 'https://other.example.org/cairn';

interface Received extends WebhookRequest {
  readonly at: number;
}

/** A team whose webhooks are sent to a receiver in this process. */
export interface Scene extends Team {
  readonly received: Received[];
  /** What the receiver answers; a text is the code of an error. */
  readonly receiver: {
    answer: number | string;
    /** Delays the response to requests of one address. */
    slow?: { readonly url: string; readonly until: Promise<void> };
  };
}

/** Starts servers, which are closed after each test. */
export function sceneStarter(open: OpenEmpty): () => Promise<Scene> {
  const running: TestApp[] = [];
  const start = async (): Promise<Scene> => {
    const received: Received[] = [];
    const receiver: Scene['receiver'] = { answer: 204 };
    const setup = await startTestApp(await open(), {
      sendWebhook: async (request) => {
        received.push({ ...request, at: setup.clock.time });
        const { answer, slow } = receiver;
        if (slow?.url === request.url) await slow.until;
        if (typeof answer === 'number') return answer;
        throw Object.assign(new Error('Failed'), { code: answer });
      },
    });
    running.push(setup);
    const team = await foundTeam(setup.app, 'ada@field.test', 'Field Work');
    return { setup, ...team, received, receiver };
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });
  return start;
}

/** Creates a webhook; its secret is shown once. */
export async function createHook(
  { founder }: Team,
  kinds: readonly string[],
  url = HOOK_URL,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { body } = ok(await founder.post('api/webhook/create/', { url, kinds }));
  expect(body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  return body.data;
}

/** Resolves when everything that is due has been tried. */
export function settle({ app }: Team): Promise<void> {
  return app.services.webhooks.settle();
}
