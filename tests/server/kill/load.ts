import { randomFillSync } from 'node:crypto';
import * as v from 'valibot';
import { pullPageSchema, pushAnswerSchema } from '../../../model/protocol/messages.ts';
import { newId } from '../../../model/shared/ids.ts';

/** Plain clients over HTTP against a real server process, for tests that kill it. */

export function freshId(): string {
  return newId({ now: () => Date.now(), randomBytes: (target) => randomFillSync(target) });
}

/** A signed-in founder with a project, over HTTP. */
export interface Founder {
  readonly headers: Readonly<Record<string, string>>;
  readonly org: string;
  readonly stream: string;
  readonly project: string;
  readonly epoch: string;
  readonly head: number;
}

const PASSWORD = 'correct horse battery';
const loginSchema = v.object({
  data: v.object({
    access_token: v.string(),
    organizations: v.array(v.object({ organization_id: v.number() })),
  }),
});

export async function found(url: string): Promise<Founder> {
  const email = `${freshId()}@field.test`;
  await call(`${url}/rest/api/user-organization-create/`, {
    body: {
      display_name: 'Ada',
      email,
      phone_number: '+44 20 7946 0000',
      organization: { name: 'Field' },
      password: PASSWORD,
    },
  });
  const login = await call(`${url}/rest/api/user-login/`, { body: { email, password: PASSWORD } });
  const { data } = v.parse(loginSchema, login);
  const headers = { authorization: `Bearer ${data.access_token}` };
  const org = String(data.organizations[0]?.organization_id);
  const tenant = `?organization_accesskey_id=${org}`;
  const [workspace, project] = [freshId(), freshId()];
  await call(`${url}/rest/workspace/create/${tenant}`, {
    headers,
    body: { id: workspace, name: 'North', desc: '' },
  });
  await call(`${url}/rest/project/create/${tenant}`, {
    headers,
    body: { id: project, name: 'Wells', workspace },
  });
  const stream = `org:${org}`;
  const { epoch, head } = await pullFrom(url, { headers, org, stream }, 0);
  return { headers, org, stream, project, epoch, head };
}

export async function pullFrom(
  url: string,
  { headers, org, stream }: Pick<Founder, 'headers' | 'org' | 'stream'>,
  since: number,
) {
  const query = new URLSearchParams({
    organization_accesskey_id: org,
    stream,
    since: String(since),
  });
  return v.parse(pullPageSchema, await call(`${url}/rest/sync/pull?${query}`, { headers }));
}

/** A device that pushes cards until it is stopped, and sends unanswered calls again. */
export interface Pusher {
  /** Ids of the cards whose push was answered with 200, with their versions. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Every card that was sent. */
  readonly sent: ReadonlySet<string>;
  readonly run: () => Promise<void>;
  readonly stop: () => void;
}

export function createPusher(founder: Founder, urlOf: () => string, batch: number): Pusher {
  const acknowledged = new Map<string, number>();
  const sent = new Set<string>();
  const client = freshId();
  let seq = 0;
  let ackThrough = 0;
  let stopped = false;
  const push = async (calls: readonly { readonly seq: number; readonly id: string }[]) => {
    const answer = await call(
      `${urlOf()}/rest/sync/push?organization_accesskey_id=${founder.org}`,
      {
        headers: founder.headers,
        body: {
          client_id: client,
          stream: founder.stream,
          epoch: founder.epoch,
          ack_through: ackThrough,
          schema: 1,
          pending: calls.length,
          calls: calls.map(({ seq: number, id }) => ({
            seq: number,
            method: 'POST',
            path: 'project-card/create/',
            body: { id, project: founder.project, name: `Card ${id}`, rank: 'V' },
          })),
        },
      },
    );
    return v.parse(pushAnswerSchema, answer).verdicts;
  };
  return {
    acknowledged,
    sent,
    stop: () => {
      stopped = true;
    },
    run: async () => {
      while (!stopped) {
        const calls = Array.from({ length: batch }, (_, index) => ({
          seq: seq + index + 1,
          id: freshId(),
        }));
        seq += batch;
        for (const { id } of calls) sent.add(id);
        const verdicts = await untilAnswered(() => push(calls));
        for (const [index, verdict] of verdicts.entries()) {
          if (verdict.status !== 200) throw new Error(JSON.stringify(verdict));
          acknowledged.set(calls[index]?.id ?? '', verdict.version ?? 0);
        }
        ackThrough = seq;
      }
    },
  };
}

/** Repeats the call with the same keys until there is a response. */
async function untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 600; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof Refused && error.status < 500) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('Nobody answered');
}

class Refused extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
  }
}

async function call(
  url: string,
  input: { readonly headers?: Readonly<Record<string, string>>; readonly body?: object },
): Promise<unknown> {
  const response = await fetch(url, {
    method: input.body === undefined ? 'GET' : 'POST',
    headers: {
      ...input.headers,
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Refused(response.status, text);
  return JSON.parse(text);
}
