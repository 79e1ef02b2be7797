import { Resolver } from 'node:dns/promises';
import type { Auth } from '../auth/auth.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';

/** TXT records of a name, each in one piece; rejects when there are none. */
export type LookupTxt = (name: string) => Promise<readonly string[]>;

/** Single sign-on of the organisations of a server (decision 0081). */
export interface Sso {
  readonly auth: Auth;
  readonly providers: ProviderClient;
  readonly lookupTxt: LookupTxt;
  /** Domains that need no verification: the operator has named them (`SSO_DOMAINS`). */
  readonly namedDomains: readonly string[];
  /** Address to which providers send a browser back. */
  readonly redirectUri: string;
}

interface SsoOptions {
  readonly auth: Auth;
  /** Hosts of providers in the operator's own network (`SSO_PRIVATE_HOSTS`). */
  readonly privateHosts: readonly string[];
  readonly namedDomains: readonly string[];
  readonly lookupTxt?: LookupTxt | undefined;
}

const DNS_TIMEOUT_MS = 5_000;

export function createSso({ auth, privateHosts, namedDomains, lookupTxt }: SsoOptions): Sso {
  return {
    auth,
    providers: createProviderClient(privateHosts),
    lookupTxt: lookupTxt ?? systemLookup,
    namedDomains,
    redirectUri: `${auth.publicUrl}/rest/api/sso/callback/`,
  };
}

async function systemLookup(name: string): Promise<readonly string[]> {
  const records = await new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 }).resolveTxt(name);
  return records.map((parts) => parts.join(''));
}
