import type { Page } from '@playwright/test';

/** All rows of a table in one of the app's databases, as text: data that outlives the browser. */
export function onDisk(page: Page, of: 'device' | 'account', table: string): Promise<string> {
  return page.evaluate(
    async ([which, store]) => {
      const isDevice = (name = '') => name === 'cairn-device';
      const all = await indexedDB.databases();
      const found = all.find(({ name }) => isDevice(name) === (which === 'device'));
      return new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open(found?.name ?? '');
        opening.onerror = () => reject(new Error('The database does not open'));
        opening.onsuccess = () => {
          const database = opening.result;
          const rows = database.transaction(store).objectStore(store).getAll();
          rows.onsuccess = () => {
            database.close();
            resolve(JSON.stringify(rows.result));
          };
        };
      });
    },
    [of, table] as const,
  );
}
