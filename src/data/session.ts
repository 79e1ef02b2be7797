import type { Client } from '../../sync/client/index.ts';

/** What the guard of the routes asks. */
export type RouteClient = Pick<Client, 'account' | 'currentAccount' | 'detailsOf'>;

/**
 * Whether an account is open in this page: then nobody has to ask the store before each step from screen to screen. A
 * sign-out in another tab closes it, and the screens follow that by themselves.
 */
export function isOpen(client: RouteClient): boolean {
  return client.account() !== undefined;
}

/** Whether somebody is signed in on this device; says nothing about the network or the server. */
export async function isSignedIn(client: RouteClient): Promise<boolean> {
  return (await client.currentAccount()) !== undefined;
}
