/** Cairn's own client without its screens: the rows are read as the board reads them. */

import { taskEdit } from '../../../../model/mutations/task/task-edit.ts';
import { type Account, columnTaskIds, createClient } from '../../../../sync/client/index.ts';
import { firstColumnTasks } from '../../../../sync/store/queries/tasks.ts';
import { followQuery } from '../../../../sync/store/reactive/live-query.ts';
import { serve } from './harness.ts';
import { createPolicy } from './policy.ts';
import { type Replica, SHOWN, type ShownRow } from './replica.ts';

createPolicy();
const client = createClient();

serve({ open, signIn: (credentials) => client.signIn(credentials) });

async function open(): Promise<Replica> {
  const account = await client.currentAccount();
  if (account === undefined) throw new Error('Nobody is signed in here');
  const tasks = account.db.dexie.table<unknown, string>('tasks');
  return {
    followCount: (changed) => followQuery(() => tasks.count(), changed),
    followColumn: (card, changed) => void followColumn(account, card, changed),
    ids: (count) => tasks.limit(count).primaryKeys(),
    rename: async (id, name) => {
      const refusal = await account.mutate(taskEdit, { id, name });
      if (refusal !== undefined) throw new Error(refusal.message);
    },
  };
}

/** As on a board: the first rows at once, the order of the ids by a live query, the shown rows by their ids. */
async function followColumn(
  account: Account,
  card: string,
  changed: (rows: readonly ShownRow[]) => void,
): Promise<void> {
  const first = await firstColumnTasks(account.db, card, SHOWN);
  changed(first);
  let stop: () => void = () => undefined;
  let shown = '';
  followQuery(
    () => columnTaskIds(account.db, card),
    (all) => {
      const ids = all.slice(0, SHOWN);
      if (ids.join() === shown) return;
      shown = ids.join();
      stop();
      const rows = account.taskRows.of(ids, first);
      const publish = () => changed([...rows.current().values()]);
      stop = rows.subscribe(publish);
      publish();
    },
  );
}
