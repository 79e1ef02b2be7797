/** Blocks every write of the open databases, as behind a long one; the result unblocks them. */
export function deferWrites(): Promise<() => Promise<void>> {
  return deferAccess((stores) => stores);
}

/** Blocks every read and write of a table; the result unblocks them. */
export function deferReads({ table }: { readonly table: string }): Promise<() => Promise<void>> {
  return deferAccess((stores) => stores.filter((store) => store === table));
}

const releases: (() => Promise<void>)[] = [];

/** Unblocks everything after a test: one that failed would block the databases of those that follow. */
export async function unblockAll(): Promise<void> {
  for (const release of releases.splice(0)) await release();
}

async function deferAccess(
  pick: (stores: readonly string[]) => readonly string[],
): Promise<() => Promise<void>> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const databases = await Promise.all(names.map(opened));
  let isHeld = true;
  await Promise.all(
    databases.map((database) => hold(database, pick([...database.objectStoreNames]), () => isHeld)),
  );
  const release = () => {
    isHeld = false;
    return Promise.resolve();
  };
  releases.push(release);
  return release;
}

function opened(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error(`${name} could not be opened`));
  });
}

/** Resolves when the transaction has begun; it goes on with reads while `isHeld`. */
function hold(
  database: IDBDatabase,
  stores: readonly string[],
  isHeld: () => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    if (stores.length === 0) {
      database.close();
      resolve();
      return;
    }
    const holding = database.transaction([...stores], 'readwrite');
    const next = () => {
      resolve();
      if (isHeld()) holding.objectStore(stores[0] ?? '').count().onsuccess = next;
    };
    holding.objectStore(stores[0] ?? '').count().onsuccess = next;
    holding.oncomplete = () => database.close();
  });
}
