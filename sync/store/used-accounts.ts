import Dexie from 'dexie';

/** True when an account's database with data exists on this device, of any person (CLIENT-11). */
export async function hasUsedAccount(): Promise<boolean> {
  const names = await indexedDB.databases();
  return (await Promise.all(names.map(({ name = '' }) => isUsed(name)))).includes(true);
}

/** A page that is open while the browser's data is cleared creates its account's database again, empty (CLIENT-6). */
async function isUsed(name: string): Promise<boolean> {
  if (!name.startsWith('cairn-account-')) return false;
  const db = new Dexie(name);
  try {
    await db.open();
    return (await db.table('meta').get('client')) !== undefined;
  } catch {
    return true;
  } finally {
    db.close();
  }
}
