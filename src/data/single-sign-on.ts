import {
  parseSignOnStart,
  parseSingleSignOn,
  type SingleSignOn,
} from '../../model/protocol/single-sign-on.ts';
import type { Client } from '../../sync/client/index.ts';
import { type Message, message } from '../i18n/i18n.ts';
import { useFromServer } from './from-server.ts';

export type { SingleSignOn };

/** Screen to which the person returns, kept while the browser is at the provider. */
const BACK = 'cairn-sign-on-back';

/** Leaves for the identity provider of an address. Rejects with CairnError, e.g. when there is none. */
export async function leaveForProvider(
  { own }: Client,
  {
    email,
    shared,
    back,
  }: { readonly email: string; readonly shared: boolean; readonly back: string },
): Promise<void> {
  const call = { path: 'api/sso/start/', body: { email, shared }, isPublic: true } as const;
  const url = await own.request(call, parseSignOnStart);
  await goToProvider(url, back);
}

/** Leaves for an address of the provider; `back`: as in `takeBack`. */
export async function goToProvider(url: string, back: string): Promise<void> {
  sessionStorage.setItem(BACK, back);
  globalThis.location.assign(url);
  // The page stays busy until the browser has left it.
  await new Promise(() => undefined);
}

/** Completes a proof for which the provider has sent the browser back (`own-proof.ts`). Rejects with CairnError. */
export async function finishProof({ own }: Client, ticket: string): Promise<void> {
  await own.request({ path: 'api/own-proof/finish/', body: { ticket } }, nothing);
}

/** Screen from which the person left for the provider; undefined: the start. */
export function takeBack(): string | undefined {
  const back = sessionStorage.getItem(BACK) ?? undefined;
  sessionStorage.removeItem(BACK);
  return back;
}

/** Text for the reason with which the server sent the browser back. */
export function returnFailure(reason: string): Message {
  return FAILURES[reason] ?? FAILED;
}

const FAILED = message('Signing in did not work. Try again.');
const FAILURES: Readonly<Record<string, Message>> = {
  expired: message('This sign-in took too long, or it was begun in another browser. Try again.'),
  declined: message('The identity provider did not sign you in.'),
  unreachable: message('The identity provider cannot be reached, or its answer is not right.'),
  no_address: message(
    'The identity provider does not name your e-mail address. Your administrator can allow it there.',
  ),
  unverified: message('The identity provider has not verified your e-mail address.'),
  other_domain: message(
    'The identity provider named an e-mail address of another domain. Sign in there with the address of your organisation.',
  ),
  rate_limited: message('There were too many attempts. Try again in a few minutes.'),
};

/** Provider and domains of the open organisation, for Level 1. */
export function useSingleSignOn() {
  return useFromServer(readSettings);
}

/** The provider; `client_secret` undefined: unchanged. */
export interface ProviderFields {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string | undefined;
  readonly active: boolean;
  readonly required: boolean;
  readonly join_role: string | null;
}

export async function saveProvider({ own }: Client, fields: ProviderFields): Promise<void> {
  await own.request({ path: 'api/sso/update/', body: { ...fields } }, nothing);
}

export async function removeProvider({ own }: Client): Promise<void> {
  await own.request({ path: 'api/sso/remove/', body: {} }, nothing);
}

export async function addDomain({ own }: Client, domain: string): Promise<void> {
  await own.request({ path: 'api/sso/domain/add/', body: { domain } }, nothing);
}

/** Looks for the TXT record of the domain. */
export async function verifyDomain({ own }: Client, domain: string): Promise<void> {
  await own.request({ path: 'api/sso/domain/verify/', body: { domain } }, nothing);
}

export async function removeDomain({ own }: Client, domain: string): Promise<void> {
  await own.request({ path: 'api/sso/domain/remove/', body: { domain } }, nothing);
}

function readSettings({ own }: Client): Promise<SingleSignOn> {
  return own.request({ method: 'GET', path: 'api/sso/settings/' }, parseSingleSignOn);
}

function nothing(): void {
  // The response contains no data.
}
