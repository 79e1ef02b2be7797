/**
 * Baselines of the bench, on the product's origin: a page that only reads the same rows with Dexie
 * and shows them, the cost of writing rows to IndexedDB, and the product's own client without its
 * screens.
 */
import Dexie from 'dexie';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { createClient } from '../../../sync/client/index.ts';

interface Bench {
  readonly bareBoard: (database: string, cards: readonly string[]) => Promise<void>;
  readonly barePut: (rows: readonly BareRow[]) => Promise<number>;
  /** Opens the account, which loads the worker. */
  readonly open: () => Promise<void>;
  readonly offlineEdits: (count: number) => Promise<number>;
}

interface BareRow {
  readonly id: string;
  readonly scope: string;
  readonly card: string;
  readonly rank: string;
}

declare global {
  // Interface of the page for the bench's process.
  var bench: Bench;
}

const client = newClient();
globalThis.bench = { bareBoard, barePut, open, offlineEdits };

const query = new URLSearchParams(location.search);
const database = query.get('database');
if (database !== null) void bareBoard(database, query.getAll('card'));

/** The first rows of each card, as the board shows them, without any other content. */
async function bareBoard(name: string, cards: readonly string[]): Promise<void> {
  const dexie = await new Dexie(name).open();
  const board = document.querySelector('#board');
  const lists = await Promise.all(
    cards.map((card) =>
      dexie
        .table('tasks')
        .where('[lane+rank+id]')
        .between([card, Dexie.minKey, Dexie.minKey], [card, Dexie.maxKey, Dexie.maxKey])
        .limit(20)
        .toArray(),
    ),
  );
  for (const list of lists) {
    const column = document.createElement('section');
    for (const task of list) {
      const tile = document.createElement('article');
      tile.textContent = `${task.name} ${task.description} ${task.end_date ?? ''}`;
      column.append(tile);
    }
    board?.append(column);
  }
}

/**
 * Milliseconds to write the rows to an object store with the board's two indexes, in one
 * transaction.
 */
async function barePut(rows: readonly BareRow[]): Promise<number> {
  const request = indexedDB.open(`bare-${crypto.randomUUID()}`, 1);
  const opened = await new Promise<IDBDatabase>((resolve, reject) => {
    request.addEventListener('upgradeneeded', () => {
      const store = request.result.createObjectStore('tasks', { keyPath: 'id' });
      store.createIndex('scope', 'scope');
      store.createIndex('lane', ['card', 'rank', 'id']);
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
  const start = performance.now();
  await new Promise<void>((resolve, reject) => {
    const transaction = opened.transaction('tasks', 'readwrite');
    const store = transaction.objectStore('tasks');
    for (const row of rows) store.put(row);
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
  });
  const took = performance.now() - start;
  opened.close();
  return took;
}

function newClient(): () => ReturnType<typeof createClient> {
  let known: ReturnType<typeof createClient> | undefined;
  return () => (known ??= createClient());
}

async function open(): Promise<void> {
  if ((await client().currentAccount()) === undefined) throw new Error('Nobody is signed in here');
}

/**
 * Edits a number of different tasks through the product's own client; milliseconds until the last
 * one is committed on the device.
 */
async function offlineEdits(count: number): Promise<number> {
  const account = await client().currentAccount();
  if (account === undefined) throw new Error('Nobody is signed in here');
  const keys = await account.db.dexie.table('tasks').limit(count).primaryKeys();
  const start = performance.now();
  for (const [index, id] of keys.entries()) {
    const refusal = await account.mutate(taskEdit, {
      id: String(id),
      name: `Edited offline ${String(index)}`,
    });
    if (refusal !== undefined) throw new Error(refusal.message);
  }
  // With fewer tasks than edits, the rest are tags.
  for (let index = keys.length; index < count; index += 1) {
    await account.mutate(noteTagCreate, { id: account.newId(), name: `Tag ${String(index)}` });
  }
  return performance.now() - start;
}
