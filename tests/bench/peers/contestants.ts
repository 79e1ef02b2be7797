/** Address of the pages on either server; the product's service worker does not serve what is below. */
export const PEERS_BASE = '/assets/peers/';

export interface Contestant {
  readonly name: string;
  /** Name of its page. */
  readonly page: string;
  /** False for a database without synchronisation. */
  readonly syncs: boolean;
}

export const CAIRN: Contestant = { name: 'Cairn', page: 'cairn', syncs: true };

export const REPLICACHE: Contestant = { name: 'Replicache', page: 'replicache', syncs: true };

export const OTHERS: readonly Contestant[] = [
  { name: 'RxDB', page: 'rxdb', syncs: true },
  { name: 'Yjs', page: 'yjs', syncs: true },
  { name: 'bare Dexie', page: 'bare', syncs: false },
];
