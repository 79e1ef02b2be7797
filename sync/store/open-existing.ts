import { type AccountDb, accountDb } from './database.ts';

/**
 * Opens the database of an account only if it exists; resolves to undefined if it does not, or cannot be opened. A
 * database that somebody has deleted is not created again.
 */
export async function openExisting(
  ...[name, options]: Parameters<typeof accountDb>
): Promise<AccountDb | undefined> {
  const db = accountDb(name, options);
  const { populate } = db.dexie.on;
  populate.subscribe(refuseCreation);
  try {
    await db.dexie.open();
    // The browser may delete it later: Dexie then opens an empty one (`followBrowserClose`).
    populate.unsubscribe(refuseCreation);
    return db;
  } catch {
    db.dexie.close();
    return undefined;
  }
}

/** An error here aborts the transaction that creates the database, and with it the creation. */
function refuseCreation(): never {
  throw new Error('The database does not exist');
}
