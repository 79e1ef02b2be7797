import { type AccountDb, accountDb } from './database.ts';
import { refuseCreation } from './refuse-creation.ts';

/**
 * Opens the database of an account only if it exists; resolves to undefined if it does not, or cannot be opened. A
 * database that somebody has deleted is not created again.
 */
export async function openExisting(
  ...[name, options]: Parameters<typeof accountDb>
): Promise<AccountDb | undefined> {
  const db = accountDb(name, options);
  const allowCreation = refuseCreation(db.dexie);
  try {
    await db.dexie.open();
    // The browser may delete it later: Dexie then opens an empty one (`followBrowserClose`).
    allowCreation();
    return db;
  } catch {
    db.dexie.close();
    return undefined;
  }
}
