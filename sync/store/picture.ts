/**
 * The picture of the screen that was shown last, kept with the rows it shows (decision 0031). It is read before any
 * library is there, so by IndexedDB itself, and the page that leaves writes it the same way.
 */

/** A screen as it was drawn, and everything it depends on. */
export interface ScreenPicture {
  readonly html: string;
  /** The rules of style sheets that the screen uses. */
  readonly css: string;
  /** What the main part of the screen reads: the screen itself has come when it reads the same. */
  readonly text: string;
  /** Attributes of the root element. */
  readonly root: Readonly<Record<string, string>>;
  /** Path and query. */
  readonly address: string;
  /** Of what else is seen: size of the window, colour scheme, day, build. Compared as a whole. */
  readonly surroundings: string;
  /** State of the store that the screen showed. */
  readonly stamp: string;
}

const DEVICE = 'cairn-device';
/** Of the row in `meta`. */
export const PICTURE = 'picture';
const CHANGED = ['meta', 'streams', 'outbox', 'rejected', 'journal', 'notices', 'blobs'] as const;

/** Whose picture it is, and where it is kept. */
export interface PicturePlace {
  readonly accountKey: string;
  readonly dbName: string;
}

/**
 * The picture, if that account is open on this device, no computer that others use too, and its store is as it was when
 * the picture was taken.
 */
export async function readPicture(
  place: PicturePlace,
  factory: IDBFactory = indexedDB,
): Promise<ScreenPicture | undefined> {
  const [isHere, store] = await Promise.all([
    isOpenHere(place, factory),
    open(place.dbName, factory),
  ]);
  try {
    if (!isHere || store === undefined) return undefined;
    const tx = store.transaction(CHANGED);
    const [row, stamp] = await Promise.all([
      ended(tx.objectStore('meta').get(PICTURE)),
      stampWithin(tx),
    ]);
    const picture = field(row)('picture');
    return isPicture(picture) && picture.stamp === stamp ? picture : undefined;
  } finally {
    store?.close();
  }
}

async function isOpenHere({ accountKey }: PicturePlace, factory: IDBFactory): Promise<boolean> {
  const device = await open(DEVICE, factory);
  if (device === undefined) return false;
  try {
    const tx = device.transaction(['session', 'accounts']);
    const [session, account] = await Promise.all([
      ended(tx.objectStore('session').get('current')),
      ended(tx.objectStore('accounts').get(accountKey)),
    ]);
    const of = field(session);
    const isLost = field(account)('lost') !== undefined;
    return of('accountKey') === accountKey && of('shared') !== true && !isLost;
  } finally {
    device.close();
  }
}

/**
 * What changes with every change of the rows on this device: the number of the next own change, how far each stream
 * has come, and what waits, was refused, was confirmed or is to be told.
 */
export async function storeStamp(database: IDBDatabase): Promise<string> {
  return await stampWithin(database.transaction(CHANGED));
}

/** Writes it without waiting: what was handed over is carried out even if the page is gone a moment later. */
export function keepPicture(store: IDBDatabase, picture: ScreenPicture): void {
  const tx = store.transaction('meta', 'readwrite', { durability: 'relaxed' });
  tx.objectStore('meta').put({ key: PICTURE, picture });
  tx.commit();
}

async function stampWithin(tx: IDBTransaction): Promise<string> {
  const numbered = (['outbox', 'rejected', 'journal'] as const).flatMap((name) => [
    ended(tx.objectStore(name).count()),
    lastKey(tx.objectStore(name)),
  ]);
  const facts = await Promise.all([
    ended(tx.objectStore('meta').get('client')),
    ended(tx.objectStore('streams').getAll()),
    ended(tx.objectStore('notices').getAllKeys()),
    ended(tx.objectStore('blobs').getAllKeys()),
    ...numbered,
  ]);
  return JSON.stringify(facts);
}

async function lastKey(store: IDBObjectStore): Promise<unknown> {
  return field(await ended(store.openKeyCursor(null, 'prev')))('key');
}

/** Undefined when there is no such database: this is not the place to make one. */
function open(name: string, factory: IDBFactory): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const opening = factory.open(name);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(undefined);
    opening.onblocked = () => resolve(undefined);
    opening.onsuccess = () => {
      const database = opening.result;
      // Whoever wants to change or delete it does not wait for a picture.
      database.onversionchange = () => database.close();
      resolve(database);
    };
  });
}

function ended<T>(request: IDBRequest<T>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The store gave no answer'));
  });
}

function field(row: unknown): (name: string) => unknown {
  return (name): unknown =>
    typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
}

function isPicture(value: unknown): value is ScreenPicture {
  const of = field(value);
  const texts = ['html', 'css', 'text', 'address', 'surroundings', 'stamp'];
  return texts.every((name) => typeof of(name) === 'string') && typeof of('root') === 'object';
}
