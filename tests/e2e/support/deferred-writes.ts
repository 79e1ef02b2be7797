import type { Page } from '@playwright/test';

/** Blocks every write of the open account, as behind a long one; the result unblocks them. */
export async function deferWrites(page: Page): Promise<() => Promise<void>> {
  const release = await page.evaluateHandle(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const dbs = await Promise.all(
      names.map(
        async (name) =>
          await new Promise<IDBDatabase>((resolve, reject) => {
            const opening = indexedDB.open(name);
            opening.onsuccess = () => resolve(opening.result);
            opening.onerror = () => reject(new Error(`${name} could not be opened`));
          }),
      ),
    );
    let held = true;
    await Promise.all(
      dbs.map(
        async (db) =>
          await new Promise<void>((resolve) => {
            const stores = [...db.objectStoreNames];
            const holding = db.transaction(stores, 'readwrite');
            const hold = () => {
              resolve();
              if (!held) return;
              holding.objectStore(stores[0] ?? '').count().onsuccess = hold;
            };
            holding.objectStore(stores[0] ?? '').count().onsuccess = hold;
            holding.oncomplete = () => db.close();
          }),
      ),
    );
    return () => {
      held = false;
    };
  });
  return async () => {
    await release.evaluate((letGo) => letGo());
  };
}
