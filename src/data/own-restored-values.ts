import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { type ActivityEntry, type ActivityFilters } from '../../sync/client/index.ts';
import { useAccount, useAccountRuns, useLive } from './client.tsx';
import {
  itemOf,
  type KeptRestoredValue,
  type OwnRestoredValue,
  shownRestoredValues,
  withWaiting,
} from './kept-restored-values.ts';
import { listOutbox, type OutboxItem } from './outbox.ts';
import { type SharedState, createSharedState } from './shared-state.ts';
import { useMe } from './people.ts';
import { restoreValueOf, useRestoreValue } from './restore-value.ts';

type Change = ActivityEntry['changes'][number];

const NOTHING: readonly OutboxItem[] = [];

interface OwnActivity {
  readonly entries: readonly ActivityEntry[] | undefined;
  /** Reads the newest page again. */
  readonly again: () => void;
  readonly filters: Pick<ActivityFilters, 'kind' | 'by'>;
}

/**
 * Restores values and shows them at once, newest first, together with those in the outbox: until the server's
 * activity log contains them or the person has decided about the rejection, under the same filters as the
 * log. State outlives screens and filters. `restoreValue` resolves to true when the change is committed on
 * this device.
 */
export function useRestoredValues({ entries, again, filters }: OwnActivity): {
  readonly own: readonly OwnRestoredValue[];
  readonly restoreValue: (entry: ActivityEntry, change: Change) => Promise<boolean>;
} {
  const write = useRestoreValue();
  const me = useMe();
  const account = useAccount();
  const { kept, setKept } = useKept();
  // Read after the newest entry: an older outbox would not contain it, and the entry would count as sent.
  const outbox = useLive(async (db) => ({ of: kept, items: await listOutbox(db) }), [kept]);
  const items = outbox?.items ?? NOTHING;
  const all = withWaiting(kept, items);
  const restoreValue = useCallback(
    async (entry: ActivityEntry, change: Change) => {
      const way = restoreValueOf(entry, change);
      if (way === undefined || account === undefined) return false;
      const by = { id: me?.id ?? '', display_name: me?.display_name ?? '' };
      const line = { id: account.newId(), entry: inverseEntry(entry, change, by) };
      if (!(await write(way, line))) return false;
      setKept((before) => [line, ...before.filter(({ id }) => id !== line.id)]);
      return true;
    },
    [write, me, account, setKept],
  );
  const found = all.length - kept.length;
  useEffect(() => {
    // Also stored here; otherwise nothing would notice that they have left the outbox.
    if (found > 0) setKept((before) => withWaiting(before, items));
    // oxlint-disable-next-line react/exhaustive-deps -- runs when one more is found, not when the outbox changes
  }, [found, setKept]);
  const settled =
    outbox?.of === kept ? kept.filter((one) => itemOf(one, outbox.items) === undefined) : [];
  useEffect(() => {
    // The server has accepted them, or the person has discarded them: the activity log shows which.
    if (settled.length > 0) again();
    // oxlint-disable-next-line react/exhaustive-deps -- runs when one more is settled, whatever the filters
  }, [settled.length]);
  useEffect(() => {
    if (settled.length > 0) setKept((before) => before.filter((one) => !settled.includes(one)));
    // oxlint-disable-next-line react/exhaustive-deps -- removed when the log has been read again, not before
  }, [entries]);
  return { own: shownRestoredValues(all, items, filters), restoreValue };
}

/** State of the account, not of the screen: another filter mounts another screen. */
function useKept() {
  const account = useAccount();
  const { restored } = useAccountRuns();
  const state = useMemo<SharedState<readonly KeptRestoredValue[]>>(() => {
    const known = account === undefined ? undefined : restored.get(account);
    const found = known ?? createSharedState<readonly KeptRestoredValue[]>([]);
    if (account !== undefined) restored.set(account, found);
    return found;
  }, [account, restored]);
  const kept = useSyncExternalStore(state.subscribe, state.current);
  const setKept = useCallback(
    (change: (before: readonly KeptRestoredValue[]) => readonly KeptRestoredValue[]) =>
      state.set(change(state.current())),
    [state],
  );
  return { kept, setKept };
}

/** Entry for the same row with old and new value swapped. */
function inverseEntry(
  entry: ActivityEntry,
  { field, before, after }: Change,
  by: ActivityEntry['by'],
): ActivityEntry {
  const isBack = field === '*';
  return {
    ...entry,
    by,
    at: new Date().toISOString(),
    claimed_at: null,
    action: isBack ? 'created' : 'changed',
    changes: [{ field: isBack ? '' : field, before: after, after: before }],
  };
}
