import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as v from 'valibot';

/** What a logout token says: a subject, a session at the provider, or both. */
export interface Logout {
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  readonly jti: string;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Clocks differ. */
const TOLERANCE_SECONDS = 60;
/** Only signatures by a key pair: the client secret signs nothing. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** OpenID Connect Back-Channel Logout 1.0, 2.4; a `nonce` would make an ID token of it. */
const claimsSchema = v.looseObject({
  iat: v.number(),
  jti: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000)),
  sub: v.optional(v.string()),
  sid: v.optional(v.string()),
  events: v.looseObject({ [EVENT]: v.looseObject({}) }),
  nonce: v.optional(v.undefined()),
});
const keysSchema = v.looseObject({ keys: v.array(v.looseObject({ kty: v.string() })) });
const claimedSchema = v.looseObject({
  iss: v.string(),
  aud: v.union([
    v.pipe(
      v.string(),
      v.transform((one) => [one]),
    ),
    v.array(v.string()),
  ]),
});

/** Whom a token claims to be from and for, before anything is checked; undefined for what is no token. */
export function claimedProvider(
  token: string,
): { readonly issuer: string; readonly audience: readonly string[] } | undefined {
  try {
    const claimed = v.safeParse(claimedSchema, decodeJwt(token));
    if (!claimed.success || claimed.output.aud.length === 0) return undefined;
    return { issuer: claimed.output.iss, audience: claimed.output.aud };
  } catch {
    return undefined;
  }
}

/** Checks the signature and the claims of a logout token; undefined for one that is not right. */
export async function checkLogoutToken(
  token: string,
  {
    issuer,
    clientId,
    keys,
  }: { readonly issuer: string; readonly clientId: string; readonly keys: unknown },
): Promise<Logout | undefined> {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(v.parse(keysSchema, keys)), {
      typ: 'logout+jwt',
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: TOLERANCE_SECONDS,
      requiredClaims: ['exp'],
    });
    const { sub, sid, jti } = v.parse(claimsSchema, payload);
    if (sub === undefined && sid === undefined) return undefined;
    return { subject: sub, sid, jti };
  } catch {
    return undefined;
  }
}
