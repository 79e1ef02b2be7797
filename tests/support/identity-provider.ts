/**
 * A real OpenID Connect provider (oidc-provider) on a free port. Its page asks for an e-mail address and believes it,
 * so that a test signs in anybody.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from './free-port.ts';

export interface IdentityProvider {
  /** Address without a slash at the end. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Claims that differ from the ordinary ones, by e-mail address. */
  readonly claims: Map<string, Readonly<Record<string, unknown>>>;
  /** Replaces each ID token that is issued; undefined: none. */
  forge: ((idToken: string) => string) | undefined;
  /** Follows an authorization address like a browser, signs in, and resolves to the address of the return. */
  readonly signIn: (url: string, email: string) => Promise<URL>;
  /** A logout token as the provider sends it when the person signs out there. */
  readonly logoutToken: (email: string, sid: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${String(port)}`;
  const clientId = 'cairn';
  const clientSecret = 'a secret of the client that is long enough';
  const claims: IdentityProvider['claims'] = new Map();
  /** Bodies of the requests with which the provider reports that somebody has signed out. */
  const sent: string[] = [];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        backchannel_logout_uri: `${issuer}/where-logout-tokens-go`,
        backchannel_logout_session_required: true,
      },
    ],
    cookies: { keys: ['a key of the cookies'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    fetch: async (_url, options) => {
      sent.push(String(options?.body));
      return new Response(null, { status: 200 });
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As most providers do: the claims are in the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({
        sub: `subject of ${email}`,
        email,
        email_verified: true,
        name: `Person ${email.split('@')[0] ?? ''}`,
        ...claims.get(email),
      }),
    }),
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      const grant = new context.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (request.url === '/token') forgeResponse(response, () => identity.forge);
    const isPage = request.url?.startsWith('/interaction/') === true;
    if (!isPage) return void answer(request, response);
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return void response.end(PAGE);
    }
    return void readForm(request).then(async (form) => {
      const login = { accountId: form.get('email') ?? '' };
      const result =
        form.get('action') === 'cancel'
          ? { error: 'access_denied', error_description: 'The person cancelled' }
          : { login };
      await provider.interactionFinished(request, response, result, {
        mergeWithLastSubmission: false,
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const identity: IdentityProvider = {
    issuer,
    clientId,
    clientSecret,
    claims,
    forge: undefined,
    signIn: (url, email) => followSignIn(url, { email, redirectUri }),
    logoutToken: async (email, sid) => {
      const client = await provider.Client.find(clientId);
      // The types of the package leave it out.
      const logOut: unknown = client && Reflect.get(client, 'backchannelLogout');
      if (typeof logOut !== 'function') throw new Error('The provider cannot log out');
      await logOut.call(client, email, sid);
      return new URLSearchParams(sent.pop()).get('logout_token') ?? '';
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return identity;
}

const PAGE = `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1><form method="post">
<label>Address <input name="email" type="email" required></label>
<button name="action" value="sign-in">Continue</button>
<button name="action" value="cancel" formnovalidate>Cancel</button></form></html>`;

/** Changes the ID token in a response of the token endpoint. */
function forgeResponse(response: ServerResponse, forge: () => IdentityProvider['forge']): void {
  const end = response.end.bind(response);
  const forged = (body: unknown) => {
    const change = forge();
    const text = String(body);
    if (change === undefined || !text.includes('id_token')) return end(body);
    const { id_token: idToken, ...rest } = JSON.parse(text);
    const changed = JSON.stringify({ ...rest, id_token: change(idToken) });
    response.setHeader('content-length', Buffer.byteLength(changed));
    return end(changed);
  };
  Object.assign(response, { end: forged });
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
}

async function followSignIn(
  start: string,
  { email, redirectUri }: { readonly email: string; readonly redirectUri: string },
): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: string | undefined;
  for (let hops = 0; hops < 10; hops += 1) {
    if (url.startsWith(redirectUri)) return new URL(url);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    form =
      location === null ? new URLSearchParams({ email, action: 'sign-in' }).toString() : undefined;
    if (location !== null) url = new URL(location, url).href;
    else if (response.status !== 200)
      throw new Error(`${url}: ${String(response.status)} ${await response.text()}`);
  }
  throw new Error('The provider does not send the browser back');
}
