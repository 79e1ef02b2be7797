import type Dexie from 'dexie';

/**
 * Calls `closed` when the browser closes the database while it is open here: it is deleted, or the browser closes it by
 * itself, as for "Clear site data" and for the eviction of an origin. Dexie opens it again, empty, for the next reader,
 * unless it `staysClosed`.
 */
export function followBrowserClose(
  dexie: Dexie,
  closed: () => void,
  { staysClosed = false }: { readonly staysClosed?: boolean } = {},
): void {
  const onClose = () => {
    closed();
    if (staysClosed) dexie.close();
  };
  dexie.on('versionchange', ({ newVersion }) => {
    if (newVersion !== null && newVersion !== 0) return undefined;
    onClose();
    // Dexie's own listener runs last, and would allow the database to be opened again.
    return !staysClosed;
  });
  // Dexie's own event of that name is also fired when Cairn closes the database.
  const followClose = () => dexie.backendDB().addEventListener('close', onClose);
  dexie.on('ready', followClose, true);
}
