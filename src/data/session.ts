import type { Client } from '../../sync/client/index.ts';

/** What the guard of the routes asks. */
export type RouteClient = Pick<Client, 'currentAccount'>;

/** Whether somebody is signed in on this device; says nothing about the network or the server. */
export async function isSignedIn(client: RouteClient): Promise<boolean> {
  return (await client.currentAccount()) !== undefined;
}
