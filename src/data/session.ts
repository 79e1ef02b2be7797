import type { Client } from '../../sync/client/index.ts';

/** Part of the client that the route guard uses. */
export type RouteClient = Pick<Client, 'account' | 'currentAccount' | 'expectBoard'>;

/**
 * True when an account is open in this page, so that navigation needs no query. A sign-out in another tab
 * closes the account, and the screens follow by themselves.
 */
export function isOpen(client: RouteClient): boolean {
  return client.account() !== undefined;
}

/** True when somebody is signed in on this device, independent of network and server. */
export async function isSignedIn(client: RouteClient): Promise<boolean> {
  return (await client.currentAccount()) !== undefined;
}
