import {
  parseSignOnStart,
  parseSingleSignOn,
  type SingleSignOn,
} from '../../model/protocol/single-sign-on.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import type { Client } from '../../sync/client/index.ts';
import { i18n, type Message, message } from '../i18n/i18n.ts';
import { useFromServer } from './from-server.ts';

export type { SingleSignOn };

/** Screen to which the person returns, kept while the browser is at the provider. */
const BACK = 'cairn-sign-on-back';

interface SignOn {
  readonly email: string;
  /** As in `takeBack`. */
  readonly back: string;
}

/** Leaves for the identity provider of an address. Rejects with CairnError, e.g. when there is none. */
export async function leaveForProvider(
  client: Client,
  { email, shared, back }: SignOn & { readonly shared: boolean },
): Promise<void> {
  await leave(await signOnAddress(client, { email, shared }), back);
}

/** As `goToProvider`, for a person whose session has ended: the sign-in keeps the mode of that session. */
export function signInAgainByProvider(client: Client, { email, back }: SignOn): Promise<string> {
  return goToProvider(client, {
    ask: async () => signOnAddress(client, { email, shared: await client.isShared() }),
    back,
    text: i18n.t(
      'Sign in in the other tab, and do not close this page: it continues by itself afterwards.',
    ),
  });
}

interface Going {
  /** Resolves to the address of the provider. */
  readonly ask: () => Promise<string>;
  /** As in `takeBack`. */
  readonly back: string;
  /** Text for the page that stays open. */
  readonly text: string;
}

/**
 * Leaves for the provider. On a shared computer the provider opens in another tab and the result is `text`: the key of
 * the stored work exists only in open pages (CLIENT-1.3). Rejects with CairnError.
 */
export async function goToProvider(
  client: Pick<Client, 'device' | 'isShared' | 'unsentWork' | 'shotsHere'>,
  { ask, back, text }: Going,
): Promise<string> {
  const isShared = await client.isShared();
  // Before the request: browsers open a tab only directly after a click.
  const tab = isShared ? globalThis.open('about:blank') : null;
  if (tab === null) {
    if (isShared && (await hasWork(client))) throw new CairnError(NO_TAB);
    return leave(await ask(), back);
  }
  try {
    const url = await ask();
    tab.sessionStorage.setItem(BACK, back);
    // The provider must not be able to navigate this page.
    Reflect.set(tab, 'opener', null);
    tab.location.assign(url);
    return text;
  } catch (error) {
    tab.close();
    throw error;
  }
}

const NO_TAB = refuse(
  'invalid',
  /*i18n*/ 'Your browser did not open another tab. Allow pop-ups for this page, and try again: without this page the unsent work on this shared computer would be lost.',
);

/** True when a key that only this page may hold decrypts unsent work, photos or drafts. */
async function hasWork({
  device,
  unsentWork,
  shotsHere,
}: Pick<Client, 'device' | 'unsentWork' | 'shotsHere'>): Promise<boolean> {
  const others = await device.accounts.filter(({ unsent }) => unsent > 0).count();
  if (others + (await device.drafts.count()) > 0) return true;
  // A store that cannot be read may contain unsent work.
  return (await unsentWork().catch(() => 1)) + (await shotsHere().catch(() => 1)) > 0;
}

function signOnAddress(
  { own }: Client,
  body: { readonly email: string; readonly shared: boolean },
): Promise<string> {
  return own.request({ path: 'api/sso/start/', body, isPublic: true }, parseSignOnStart);
}

/** Never resolves: the page stays busy until the browser has left it. */
function leave(url: string, back: string): Promise<never> {
  sessionStorage.setItem(BACK, back);
  globalThis.location.assign(url);
  return new Promise(() => undefined);
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
