/** Yjs with its own storage and its own socket: one document whose map has a map for each task. */
import { IndexeddbPersistence } from 'y-indexeddb';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { serve } from './harness.ts';
import { type BenchRow, type Replica, SHOWN, type ShownRow } from './replica.ts';

type Tasks = Y.Map<Y.Map<unknown>>;

serve({ open });

async function open(): Promise<Replica> {
  const doc = new Y.Doc();
  const tasks: Tasks = doc.getMap('tasks');
  const stored = new IndexeddbPersistence('bench', doc);
  await stored.whenSynced;
  connect(doc);
  return {
    followCount: (changed) => {
      const count = () => changed(tasks.size);
      count();
      tasks.observe(count);
      return () => tasks.unobserve(count);
    },
    followColumn: (card, changed) => followColumn(tasks, card, changed),
    ids: (count) => Promise.resolve([...tasks.keys()].slice(0, count)),
    rename: (id, name) => {
      tasks.get(id)?.set('name', name);
      return Promise.resolve();
    },
  };
}

/** Tabs of one browser also exchange changes by a channel of their own, which is not measured here. */
function connect(doc: Y.Doc): void {
  const url = location.origin.replace('http', 'ws');
  const provider = new WebsocketProvider(url, 'yjs', doc, { disableBc: true });
  // Otherwise it waits for its next attempt, up to 2.5 s.
  globalThis.addEventListener('online', () => {
    provider.disconnect();
    provider.connect();
  });
}

/** A document has no index: the column is found among all tasks once, and its rows are kept in memory. */
function followColumn(
  tasks: Tasks,
  card: string,
  changed: (rows: readonly ShownRow[]) => void,
): void {
  const column = new Map<string, BenchRow>();
  const read = (id: string) => {
    const task = tasks.get(id);
    if (task?.get('lane') === card) column.set(id, rowOf(task));
    else column.delete(id);
  };
  const publish = () => changed(first(column));
  for (const id of tasks.keys()) read(id);
  publish();
  tasks.observeDeep((events) => {
    for (const { path, target, keys } of events) {
      if (target === tasks) for (const id of keys.keys()) read(id);
      else read(String(path[0]));
    }
    publish();
  });
}

function first(column: ReadonlyMap<string, BenchRow>): readonly BenchRow[] {
  return [...column.values()]
    .toSorted((a, b) => order(a.rank, b.rank) || order(a.id, b.id))
    .slice(0, SHOWN);
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function rowOf(task: Y.Map<unknown>): BenchRow {
  const text = (field: string) => String(task.get(field) ?? '');
  const fields: Readonly<Record<string, unknown>> = task.toJSON();
  return {
    ...fields,
    id: text('id'),
    name: text('name'),
    description: text('description'),
    end_date: text('end_date'),
    rank: text('rank'),
    lane: text('lane'),
  };
}
