import { having, ID, listOf, NUMBER, orNull, row, TEXT, TRUTH } from './answer-rows.ts';
import type { JsonSchema } from './json-schema.ts';

/** The successful response of a call. */
export interface Described {
  readonly data: JsonSchema;
  /** Fields beside `data`, where the specification reads it by another name. */
  readonly fields?: Readonly<Record<string, JsonSchema>>;
}

const signedIn: Described = {
  data: having({
    user: row('User'),
    organizations: listOf(row('MembershipWithRules')),
    former_organizations: listOf({
      ...having({ organization_id: NUMBER, organization_name: TEXT }),
      description: 'One that was erased has no name, and `erased: true`.',
    }),
    access_token: TEXT,
    expires_at: NUMBER,
    proved_at: NUMBER,
    session_id: TEXT,
    sealing_key: TEXT,
    unsent_reported: NUMBER,
  }),
};

/** Calls about signing in: sessions, second factors, single sign-on, and what an organisation demands. */
export const SIGN_IN_ANSWERS: Readonly<Record<string, Described>> = {
  'POST api/user-login/': signedIn,
  'POST api/organization-invite/accept/': signedIn,
  'POST api/session/token/': signedIn,
  'GET api/factor/list/': {
    data: having({
      totp: orNull(having({ created_at: NUMBER })),
      recovery_codes: NUMBER,
      passkeys: listOf(
        having({ id: TEXT, name: TEXT, created_at: NUMBER, used_at: orNull(NUMBER) }),
      ),
    }),
  },
  'POST api/factor/totp/begin/': { data: having({ secret: TEXT, uri: TEXT }) },
  'POST api/factor/totp/confirm/': { data: having({ recovery_codes: listOf(TEXT) }) },
  // The rest are options of WebAuthn, for the browser alone.
  'POST api/factor/passkey/begin/': {
    data: { ...having({ challenge: TEXT }), additionalProperties: true },
  },
  'POST api/factor/passkey/create/': { data: having({ recovery_codes: listOf(TEXT) }) },
  'POST api/passkey/options/': {
    data: { ...having({ challenge: TEXT }), additionalProperties: true },
  },
  'POST api/passkey/sign-in/': signedIn,
  'GET api/own-proof/': {
    data: having({ password: TRUTH, passkey: TRUTH, provider: TRUTH, until: orNull(NUMBER) }),
  },
  'POST api/own-proof/provider/': { data: having({ url: TEXT }) },
  'POST api/sso/start/': { data: having({ url: TEXT }) },
  'POST api/sso/finish/': signedIn,
  'GET api/sso/settings/': {
    data: having({
      provider: orNull(
        having({
          issuer: TEXT,
          client_id: TEXT,
          active: TRUTH,
          required: TRUTH,
          join_role: orNull(NUMBER),
        }),
      ),
      domains: listOf(
        having({
          domain: TEXT,
          record: having({ name: TEXT, value: TEXT }),
          verified_at: orNull(NUMBER),
        }),
      ),
      redirect_uri: TEXT,
      logout_uri: TEXT,
    }),
  },
  'GET api/sign-in-rules/': {
    data: having({
      factor_levels: NUMBER,
      factor_grace_days: NUMBER,
      factor_until: orNull(NUMBER),
      offline_days: orNull(NUMBER),
      encrypt_devices: TRUTH,
      has_factor: TRUTH,
      without_factor: listOf(ID),
    }),
  },
  'POST api/member-sessions/list/': {
    data: listOf(
      having({
        id: TEXT,
        browser: orNull(TEXT),
        created_at: NUMBER,
        used_at: NUMBER,
        expires_at: NUMBER,
        ends_at: NUMBER,
        address: orNull(TEXT),
        shared: TRUTH,
      }),
    ),
  },
};
