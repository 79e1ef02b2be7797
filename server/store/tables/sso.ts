/**
 * Tables of single sign-on (decision 0081) and of the rules for sign-ins. None of them is synced. Instants are milliseconds since 1970, UTC.
 */
export interface SsoTables {
  readonly sso_providers: SsoProviderTable;
  readonly sso_domains: SsoDomainTable;
  readonly sso_attempts: SsoAttemptTable;
  readonly sso_logouts: SsoLogoutTable;
  readonly sign_in_rules: SignInRulesTable;
}

/** What an organisation demands of the sign-ins of its members; without a row nothing (decision 0095). */
interface SignInRulesTable {
  readonly org_id: string;
  /** Levels that need a second factor: 0 none, 1 to 3 those from level 1 to this one, 4 everybody. */
  readonly factor_levels: number;
  /** Time from which it is demanded of people who were added since. */
  readonly factor_since: number;
  /** Time from which it is demanded of those who were members before. */
  readonly factor_until: number;
  /** Days without a connection after which a device shows nothing until its person has signed in again; null: none. */
  readonly offline_days: number | null;
  /** 1: ordinary computers of the members encrypt what they store (decision 0099). */
  readonly encrypt_devices: number;
  readonly changed_at: number;
}

/** The OpenID Connect provider of an organisation. */
interface SsoProviderTable {
  readonly org_id: string;
  readonly issuer: string;
  readonly client_id: string;
  /** As the provider gave it, encrypted: the server presents it. */
  readonly client_secret: string;
  readonly active: number;
  /** 1: members with an address in a verified domain sign in by the provider alone (except level 1). */
  readonly required: number;
  /** Role of people who join by their first sign-in; null: only people who were added can sign in. */
  readonly join_role: string | null;
  readonly changed_at: number;
}

/** A domain whose addresses the provider of an organisation speaks for, once it is verified. */
interface SsoDomainTable {
  readonly org_id: string;
  /** Lower case, in its ASCII form. */
  readonly domain: string;
  /** Value of the TXT record that verifies it. */
  readonly token: string;
  readonly created_at: number;
  /** Null until it is verified, and from the moment at which another organisation verifies it. */
  readonly verified_at: number | null;
}

/** A sign-in that is under way: at the provider, or returned from it. Each row is used once. */
interface SsoAttemptTable {
  /** Of the `state` of the request; after the return, of the ticket. */
  readonly digest: string;
  readonly org_id: string;
  /** Digest of the secret in the browser's cookie: the return counts in the same browser alone. */
  readonly browser: string;
  readonly shared: number;
  readonly nonce: string;
  readonly verifier: string;
  /** Null until the provider has named the person. */
  readonly email: string | null;
  readonly name: string | null;
  /** Claims `sub` and `sid` of the provider. */
  readonly subject: string | null;
  readonly sid: string | null;
  /** Account whose person proves themselves at the provider; null: a sign-in. */
  readonly proves: string | null;
  readonly expires_at: number;
}

/** A logout token that was used, for a day. */
interface SsoLogoutTable {
  readonly org_id: string;
  /** Of its `jti`. */
  readonly digest: string;
  readonly expires_at: number;
}
