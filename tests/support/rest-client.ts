import type { App } from '../../server/app.ts';

/** A response as a plain client reads it. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
  readonly body: any;
}

export interface CallOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without it, the tenant of the client. */
  readonly org?: string;
}

/** A plain client of the REST calls, like curl: a bearer token, a tenant, and a cookie jar. */
export interface RestClient {
  token: string | undefined;
  orgId: string | undefined;
  orgUserId: string | undefined;
  readonly cookies: Map<string, string>;
  readonly get: (path: string, options?: CallOptions) => Promise<Reply>;
  readonly post: (path: string, body?: object, options?: CallOptions) => Promise<Reply>;
  readonly patch: (path: string, body: object, options?: CallOptions) => Promise<Reply>;
  readonly delete: (path: string, options?: CallOptions) => Promise<Reply>;
}

export function restClient(app: App, address = '203.0.113.7'): RestClient {
  const call = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { body, query, headers, org }: CallOptions & { readonly body?: object },
  ): Promise<Reply> => {
    const tenant = org ?? client.orgId;
    const response = await app.fastify.inject({
      method,
      url: `/rest/${path}`,
      query: {
        ...(tenant === undefined ? {} : { organization_accesskey_id: tenant }),
        ...query,
      },
      headers: {
        ...(client.token === undefined ? {} : { authorization: `Bearer ${client.token}` }),
        ...(client.cookies.size === 0
          ? {}
          : { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
      remoteAddress: address,
      ...(body === undefined ? {} : { payload: body }),
    });
    for (const cookie of response.cookies) {
      if (cookie.value === '') client.cookies.delete(cookie.name);
      else client.cookies.set(cookie.name, cookie.value);
    }
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: response.headers['content-type']?.toString().includes('application/json')
        ? response.json()
        : undefined,
    };
  };
  const client: RestClient = {
    token: undefined,
    orgId: undefined,
    orgUserId: undefined,
    cookies: new Map(),
    get: (path, options = {}) => call('GET', path, options),
    post: (path, body, options = {}) => call('POST', path, { ...options, ...(body && { body }) }),
    patch: (path, body, options = {}) => call('PATCH', path, { ...options, body }),
    delete: (path, options = {}) => call('DELETE', path, options),
  };
  return client;
}

/** The fields of the sign-up form. */
export function signUpForm(email: string, organization: string, name = 'Ada Field') {
  return {
    display_name: name,
    email,
    phone_number: '+44 20 7946 0000',
    organization: { name: organization },
    password: PASSWORD,
  };
}

export const PASSWORD = 'correct horse battery';

/** Signs in and stores bearer token, cookie and the first organisation. */
export async function signIn(
  client: RestClient,
  email: string,
  password = PASSWORD,
): Promise<Reply> {
  client.token = undefined;
  const reply = await client.post('api/user-login/', { email, password });
  if (reply.status === 200) adopt(client, reply);
  return reply;
}

/** Uses the session of a response to signing in or accepting an invitation. */
export function adopt(client: RestClient, reply: Reply): void {
  const { access_token, organizations } = reply.body.data;
  client.token = access_token;
  client.orgId = String(organizations[0]?.organization_id ?? '');
  client.orgUserId = String(organizations[0]?.organization_user_id ?? '');
}

/** Marks the address as proved, like the link of a mail; that link has tests of its own. */
export async function proveAddress({ services }: App, email: string): Promise<void> {
  await services.writer.write([], async (tx) => {
    const db = await tx.db();
    await db
      .updateTable('users')
      .set({ mailbox_proved: 1 })
      .where('email', '=', email.toLowerCase())
      .execute();
  });
}

/** Creates an organisation and signs its founder in, with a proved address by default. */
export async function foundAndSignIn(
  app: App,
  email: string,
  organization: string,
  { proved = true }: { readonly proved?: boolean } = {},
): Promise<RestClient> {
  const client = restClient(app);
  const reply = await client.post('api/user-organization-create/', signUpForm(email, organization));
  if (reply.status !== 200) throw new Error(`Sign-up answered ${reply.status}: ${reply.text}`);
  if (proved) await proveAddress(app, email);
  const signed = await signIn(client, email);
  if (signed.status !== 200) throw new Error(`Sign-in answered ${signed.status}: ${signed.text}`);
  return client;
}
