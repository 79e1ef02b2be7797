import type Dexie from 'dexie';

/**
 * Calls `gone` when the browser takes the database away while it is open here: somebody deletes it, or the browser closes
 * it by itself, as for "Clear site data" and when it evicts an origin. Dexie opens it anew, empty, for whoever reads next,
 * unless it `staysClosed`.
 */
export function followGone(
  dexie: Dexie,
  gone: () => void,
  { staysClosed = false }: { readonly staysClosed?: boolean } = {},
): void {
  const taken = () => {
    gone();
    if (staysClosed) dexie.close();
  };
  dexie.on('versionchange', ({ newVersion }) => {
    if (newVersion !== null && newVersion !== 0) return undefined;
    taken();
    // Dexie's own listener comes last, and would let the database be opened again.
    return !staysClosed;
  });
  // Dexie's own event of that name is fired when Cairn closes it, too.
  const followClose = () => dexie.backendDB().addEventListener('close', taken);
  dexie.on('ready', followClose, true);
}
