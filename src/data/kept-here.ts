import {
  type Account,
  baseOfTask,
  type Keepable,
  loadPacking,
  readOutlineState,
  taskDetailsOf,
  tasksByIds,
} from '../../sync/client/index.ts';
import { i18n } from '../i18n/i18n.ts';
import { useAccount, useLive } from './client.tsx';

/** Label of the menu item that keeps a row on this device (FILE-4.3), or ends that, and its effect. */
export function useKeepItem(
  kind: Keepable,
  id: string,
): { readonly label: string; readonly toggle: () => void } {
  const account = useAccount();
  const row = useLive((db) => db.meta.get('packing'), []);
  const isKept = row?.key === 'packing' && row.kept?.includes(`${kind}:${id}`) === true;
  return {
    label: isKept ? i18n.t('Stop keeping on this device') : i18n.t('Keep on this device'),
    toggle: () => {
      if (account === undefined) return;
      void loadPacking().then(({ setKept }) => setKept(account.db, { kind, id, isKept: !isKept }));
      // A project of which only the outline is here gets its details as well (OUT-3).
      if (kind === 'project' && !isKept) account.holdProjects([id]);
      // And so does a cold task (OUT-7.3).
      if (kind === 'task' && !isKept) void openIfCold(account, id);
    },
  };
}

async function openIfCold(account: Account, id: string): Promise<void> {
  const { db, orgId } = account;
  const [task] = await tasksByIds(db, [id]);
  if (task === undefined) return;
  const state = await readOutlineState(db, orgId);
  const base = (await baseOfTask(db, id)) ?? undefined;
  if (taskDetailsOf(state, task, base) === 'cold') account.openTask(task);
}
