/** The baseline: Dexie alone, filled with one request, without synchronisation. */
import Dexie, { liveQuery } from 'dexie';
import { serve } from './harness.ts';
import { type BenchRow, type Replica, SHOWN } from './replica.ts';

const MIN = Dexie.minKey;
const MAX = Dexie.maxKey;

serve({ open });

async function open(): Promise<Replica> {
  const dexie = new Dexie('bare');
  dexie.version(1).stores({ tasks: 'id, [lane+rank+id]' });
  const tasks = dexie.table<BenchRow, string>('tasks');
  if ((await tasks.limit(1).count()) === 0) await tasks.bulkPut(await allRows());
  return {
    followCount: (changed) => {
      const subscription = liveQuery(() => tasks.count()).subscribe(changed);
      return () => subscription.unsubscribe();
    },
    followColumn: (card, changed) =>
      void liveQuery(() =>
        tasks
          .where('[lane+rank+id]')
          .between([card, MIN, MIN], [card, MAX, MAX])
          .limit(SHOWN)
          .toArray(),
      ).subscribe(changed),
    ids: (count) => tasks.limit(count).primaryKeys(),
    rename: async (id, name) => {
      await tasks.update(id, { name });
    },
  };
}

async function allRows(): Promise<BenchRow[]> {
  const rows: BenchRow[] = await (await fetch('/rows')).json();
  return rows;
}
