/**
 * A plain client of the REST API over HTTP, like curl: it has no access to the app's outbox or
 * store.
 */
export interface Reply {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
  readonly body: any;
}

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly orgUserId: string;
}

export interface RestPeer {
  readonly person: Person;
  readonly orgId: string;
  readonly get: (path: string, query?: Query) => Promise<Reply>;
  readonly post: (path: string, body?: object) => Promise<Reply>;
  readonly patch: (path: string, body: object) => Promise<Reply>;
  readonly delete: (path: string) => Promise<Reply>;
}

type Query = Readonly<Record<string, string>>;

interface CallInput {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path behind `/rest/`. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: object | undefined;
  readonly token?: string;
  readonly cookie?: string;
}

/** One call without a session; never throws on an error response. */
export async function call(url: string, input: CallInput): Promise<Reply> {
  const { method, path, query = {}, body, token, cookie } = input;
  const answer = await fetch(`${url}/rest/${path}?${new URLSearchParams(query).toString()}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  const text = await answer.text();
  return { status: answer.status, body: isJson ? JSON.parse(text) : text };
}

/** Signs in and stores the bearer token and the person's first organisation. */
export async function signInByRest(
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<RestPeer> {
  const body = { email, password };
  const answer = await expectOk(call(url, { method: 'POST', path: 'api/user-login/', body }));
  const { user, organizations, access_token: token } = answer.body.data;
  const orgId = String(organizations[0].organization_id);
  const person: Person = {
    name: String(user.display_name),
    email,
    password,
    orgUserId: String(organizations[0].organization_user_id),
  };
  const ask = (input: CallInput) =>
    call(url, {
      ...input,
      token,
      query: { organization_accesskey_id: orgId, ...input.query },
    });
  return {
    person,
    orgId,
    get: (path, query = {}) => ask({ method: 'GET', path, query }),
    post: (path, sent) => ask({ method: 'POST', path, body: sent }),
    patch: (path, sent) => ask({ method: 'PATCH', path, body: sent }),
    delete: (path) => ask({ method: 'DELETE', path }),
  };
}

/** The response if it is a success; otherwise throws an error that names the call. */
export async function expectOk(asked: Promise<Reply>): Promise<Reply> {
  const answer = await asked;
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(`the server answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer;
}

/** The account number of a person that `peer` can read. */
export async function userOf(peer: RestPeer, name: string): Promise<number> {
  const { body } = await expectOk(peer.get('users/'));
  return body.results.find((one: { display_name: string }) => one.display_name === name).id;
}
