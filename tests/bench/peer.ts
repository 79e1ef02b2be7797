import { Agent, request } from 'node:http';
import type { PushAnswer, PushCall } from '../../model/protocol/messages.ts';
import { SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { newId } from '../../model/shared/ids.ts';

/**
 * A plain client that signs up, signs in and pushes: fills the bench's database and measures the
 * server.
 */
export interface Peer {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly orgId: string;
  readonly orgUserId: string;
  readonly stream: string;
  readonly epoch: string;
  readonly id: () => string;
  readonly get: (path: string) => Promise<unknown>;
  readonly send: (
    method: string,
    path: string,
    body: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly status: number; readonly text: string }>;
  /** Sends calls in batches of 200; throws on a verdict that is not 200. */
  readonly push: (calls: readonly Omit<PushCall, 'seq'>[]) => Promise<void>;
}

export const PASSWORD = 'correct horse battery';

export function makeId(): string {
  return newId({
    now: () => Date.now(),
    randomBytes: (target) => crypto.getRandomValues(new Uint8Array(target.length)),
  });
}

export async function startPeer(url: string, name: string): Promise<Peer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const email = `${name}@bench.example`;
  const call = callWith(url, agent);
  await call('POST', 'api/user-organization-create/', {
    display_name: `Bench ${name}`,
    email,
    phone_number: '+44 20 7946 0000',
    organization: { name: `Bench ${name}` },
    password: PASSWORD,
  });
  return signIn(url, agent, email);
}

/** Adds a person to the founder's organisation and signs them in; `linkTo` finds the link of their mail. */
export async function addPeer(
  url: string,
  founder: Peer,
  {
    name,
    role,
    linkTo,
  }: {
    readonly name: string;
    readonly role: string;
    readonly linkTo: (email: string) => Promise<string>;
  },
): Promise<Peer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const email = `${name}@bench.example`;
  const found = rolesIn(await founder.get('user-role/list/')).find((one) => one.name === role);
  const { status, text } = await founder.send('POST', 'api/org-user/create/', {
    user: { display_name: name, phone_number: '+44 20 7946 0001', email },
    user_role: Number(found?.id),
    role_category: Number(found?.category),
  });
  if (status !== 200) throw new Error(text);
  const token = (await linkTo(email)).split('/').at(-1);
  await callWith(url, agent)('POST', 'api/organization-invite/accept/', {
    token,
    password: PASSWORD,
  });
  return signIn(url, agent, email);
}

/** Another session of a person, as that of a further device. */
export function anotherDevice({ url, email }: Peer): Promise<Peer> {
  return signIn(url, new Agent({ keepAlive: true, maxSockets: 1 }), email);
}

interface Role {
  readonly name: string;
  readonly id: string;
  readonly category: string;
}

function rolesIn(answer: unknown): readonly Role[] {
  const roles: unknown = Reflect.get(Object(answer), 'data');
  return (Array.isArray(roles) ? roles : []).map((role) => ({
    name: at(role, 'name'),
    id: at(role, 'id'),
    category: at(role, 'role_category', 'id'),
  }));
}

async function signIn(url: string, agent: Agent, email: string): Promise<Peer> {
  const call = callWith(url, agent);
  const signedIn: unknown = JSON.parse(
    (await call('POST', 'api/user-login/', { email, password: PASSWORD })).text,
  );
  const token = at(signedIn, 'data', 'access_token');
  const orgId = at(signedIn, 'data', 'organizations', '0', 'organization_id');
  const orgUserId = at(signedIn, 'data', 'organizations', '0', 'organization_user_id');
  const stream = `org:${orgId}`;
  const tenant = (path: string) =>
    `${path}${path.includes('?') ? '&' : '?'}organization_accesskey_id=${orgId}`;
  const bearer = { authorization: `Bearer ${token}` };
  const get = async (path: string): Promise<unknown> =>
    JSON.parse((await call('GET', tenant(path), undefined, bearer)).text);
  const epoch = at(
    await get(`sync/pull?stream=${encodeURIComponent(stream)}&since=0&limit=1`),
    'epoch',
  );
  const clientId = makeId();
  let seq = 0;
  return {
    url,
    email,
    password: PASSWORD,
    token,
    orgId,
    orgUserId,
    stream,
    epoch,
    id: makeId,
    get,
    send: (method, path, body, headers) =>
      call(method, tenant(path), body, { ...bearer, ...headers }),
    push: async (calls) => {
      for (let start = 0; start < calls.length; start += 200) {
        const batch = calls.slice(start, start + 200).map((one) => ({ ...one, seq: (seq += 1) }));
        const { text } = await call(
          'POST',
          tenant('sync/push'),
          {
            client_id: clientId,
            stream,
            epoch,
            ack_through: seq - batch.length,
            schema: SCHEMA_VERSION,
            pending: batch.length,
            calls: batch,
          },
          bearer,
        );
        requireAll(text, batch.length);
      }
    },
  };
}

/** Reads a value of a response as text, or throws with the response. */
export function at(answer: unknown, ...path: readonly string[]): string {
  let value: unknown = answer;
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new Error(`No ${path.join('.')} in ${JSON.stringify(answer).slice(0, 400)}`);
  }
  return String(value);
}

function requireAll(text: string, count: number): void {
  const answer: PushAnswer = JSON.parse(text);
  const failed = answer.verdicts?.find(({ status }) => status !== 200);
  if (failed !== undefined || answer.verdicts?.length !== count) {
    throw new Error(`The server refused a seed: ${text.slice(0, 400)}`);
  }
}

function callWith(url: string, agent: Agent) {
  return (
    method: string,
    path: string,
    body: object | undefined,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number; readonly text: string }> =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const outgoing = request(
        `${url}/rest/${path}`,
        {
          method,
          agent,
          headers: {
            ...headers,
            ...(payload === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': payload.length }),
          },
        },
        (incoming) => {
          const parts: Buffer[] = [];
          incoming.on('data', (part: Buffer) => parts.push(part));
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              text: Buffer.concat(parts).toString('utf8'),
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
}
