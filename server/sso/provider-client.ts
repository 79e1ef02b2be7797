import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client';
import * as v from 'valibot';
import { CairnError } from '../../model/shared/errors.ts';
import { emailSchema, nameSchema } from '../../model/shared/text.ts';
import { checkLogoutToken, type Logout } from './logout-token.ts';
import { createGuardedFetch } from '../shared/guarded-fetch.ts';

/** An OpenID Connect provider, and Cairn's registration there. */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A request to a provider, whose answer is recognised by these values. */
export interface Pending {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** Whom a provider has signed in. */
export interface NamedPerson {
  /** Lower case. */
  readonly email: string;
  /** Empty when the provider names none. */
  readonly name: string;
  /** The person at the provider, and their session there if it names one: a logout token names them again. */
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

/** Requests to the providers of organisations; their failures are CairnErrors of code `conflict`. */
export interface ProviderClient {
  /** Reads how the provider describes itself. */
  readonly check: (provider: Provider) => Promise<void>;
  /** Address of the provider to which the browser goes. */
  readonly addressOf: (
    provider: Provider,
    request: Pending & {
      readonly redirectUri: string;
      readonly email: string;
      /** The provider must ask the person again, although it knows them. */
      readonly isAnew?: boolean;
    },
  ) => Promise<string>;
  /** Exchanges the code in the address to which the provider has sent the browser back. */
  readonly personOf: (
    provider: Provider,
    answer: Pending & { readonly address: URL; readonly isAnew?: boolean },
  ) => Promise<NamedPerson>;
  /** Checks a logout token with the keys of the provider; undefined for one that is not right. */
  readonly logoutOf: (provider: Provider, token: string) => Promise<Logout | undefined>;
}

const claimsSchema = v.looseObject({
  sub: v.string(),
  sid: v.optional(v.string()),
  email: v.optional(emailSchema),
  /** Some providers send it as text. */
  email_verified: v.optional(v.union([v.boolean(), v.string()])),
  /** What cannot be stored as a name counts as missing. */
  name: v.optional(v.fallback(nameSchema, '')),
});

/** Age of a sign-in at the provider that counts as a new one. */
const ANEW_SECONDS = 300;

/** Age up to which the keys of a provider are used, and from which they are read again for a token that does not fit. */
const KEYS_MS = 60 * 60_000;
const KEYS_AGAIN_MS = 60_000;

/** `privateHosts`: providers in the operator's own network, which may be reached by http too. */
export function createProviderClient(privateHosts: readonly string[]): ProviderClient {
  const guarded = createGuardedFetch(privateHosts);
  const configure = async ({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> =>
    discovery(new URL(issuer), clientId, clientSecret, undefined, {
      // The guard decides about plain http. Signatures of ID tokens are checked although they come over TLS.
      execute: [allowInsecureRequests, enableNonRepudiationChecks],
      [customFetch]: (address, { method, headers, body }) =>
        guarded(address, { method, headers, body: textOf(body) }),
    });
  /** Keys by provider: a token with a false signature must not cause requests at will. */
  const keysOf = new Map<string, { readonly keys: unknown; readonly at: number }>();
  const readKeys = async (provider: Provider) => {
    const { jwks_uri: address } = (await configure(provider)).serverMetadata();
    if (address === undefined) throw new Error('The provider names no keys');
    const response = await guarded(address, { method: 'GET', headers: {}, body: undefined });
    const keys: unknown = await response.json();
    keysOf.set(provider.issuer, { keys, at: performance.now() });
    return keys;
  };
  const logoutOf = async (provider: Provider, token: string) => {
    const { issuer, clientId } = provider;
    const known = keysOf.get(issuer);
    const age = known === undefined ? Infinity : performance.now() - known.at;
    const logout =
      known !== undefined && age < KEYS_MS
        ? await checkLogoutToken(token, { issuer, clientId, keys: known.keys })
        : undefined;
    // The provider may have new keys.
    if (logout !== undefined || age < KEYS_AGAIN_MS) return logout;
    return checkLogoutToken(token, { issuer, clientId, keys: await readKeys(provider) });
  };
  return {
    logoutOf: (provider, token) => explained(() => logoutOf(provider, token)),
    check: (provider) => explained(async () => void (await configure(provider))),
    addressOf: (provider, { state, nonce, verifier, redirectUri, email, isAnew = false }) =>
      explained(async () => {
        const configuration = await configure(provider);
        const address = buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          login_hint: email,
          ...(isAnew && { prompt: 'login', max_age: String(ANEW_SECONDS) }),
        });
        return address.href;
      }),
    personOf: (provider, { state, nonce, verifier, address, isAnew = false }) =>
      explained(async () => {
        const configuration = await configure(provider);
        const tokens = await authorizationCodeGrant(configuration, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          // Requires `auth_time`: a provider that did not ask the person proves nothing.
          ...(isAnew && { maxAge: ANEW_SECONDS }),
        });
        const claims = v.parse(claimsSchema, tokens.claims());
        // Some providers put the address into the response of their user info endpoint only.
        const named =
          claims.email === undefined
            ? v.parse(
                claimsSchema,
                await fetchUserInfo(configuration, tokens.access_token, claims.sub),
              )
            : claims;
        if (named.email === undefined) throw refused(NO_ADDRESS);
        if (String(named.email_verified ?? true) !== 'true') throw refused(UNVERIFIED);
        const { sub: subject, sid } = claims;
        return { email: named.email, name: named.name ?? claims.name ?? '', subject, sid };
      }),
  };
}

/** The library sends forms only. */
function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('A request to a provider has a body of an unknown kind');
}

const NO_ADDRESS = {
  message:
    /*i18n*/ 'The identity provider does not name your e-mail address. Your administrator can allow it there.',
  reason: 'no_address',
};
const UNVERIFIED = {
  message: /*i18n*/ 'The identity provider has not verified your e-mail address.',
  reason: 'unverified',
};
const DECLINED = {
  message: /*i18n*/ 'The identity provider did not sign you in.',
  reason: 'declined',
};
const UNREACHABLE = {
  message: /*i18n*/ 'The identity provider cannot be reached, or its answer is not right.',
  reason: 'unreachable',
};

/** `details.reason` is for the page, which shows the person why the provider sent them back. */
function refused(
  { message, reason }: { readonly message: string; readonly reason: string },
  cause?: unknown,
): CairnError {
  return new CairnError({ code: 'conflict', message, details: { reason } }, { cause });
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CairnError) throw error;
    const isAnswer =
      error instanceof AuthorizationResponseError || error instanceof ResponseBodyError;
    throw refused(isAnswer ? DECLINED : UNREACHABLE, error);
  }
}
