import type { Page } from '@playwright/test';

/** All data that the browser stores for this origin. */
export interface StoredData {
  /** Rows of each object store, by `database/store`; empty stores are omitted. */
  readonly rows: Readonly<Record<string, number>>;
  /** All values as text: IndexedDB, files in Cache Storage other than the app's own, local and session storage. */
  readonly text: string;
  /** Addresses in Cache Storage other than the app's own. */
  readonly cached: readonly string[];
}

export function storedData(page: Page): Promise<StoredData> {
  return page.evaluate(async () => {
    const bytesAsText = (_key: string, value: unknown) => {
      if (value instanceof ArrayBuffer) return new TextDecoder().decode(value);
      return ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value;
    };
    const finished = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('Cannot be read'));
      });
    const rows: Record<string, number> = {};
    const texts: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await finished(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const values = await finished(database.transaction(store).objectStore(store).getAll());
        if (values.length > 0) rows[`${name}/${store}`] = values.length;
        texts.push(JSON.stringify(values, bytesAsText));
      }
      database.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!new URL(request.url).pathname.startsWith('/rest/')) continue;
        cached.push(request.url);
        texts.push((await (await cache.match(request))?.text()) ?? '');
      }
    }
    const kept = [localStorage, sessionStorage].map((storage) => Object.entries(storage));
    texts.push(JSON.stringify(kept));
    return { rows, text: texts.join('\n'), cached };
  });
}
