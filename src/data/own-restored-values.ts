import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  type ActivityEntry,
  type ActivityFilters,
  type OutboxItem,
  outboxItems,
} from '../../sync/client/index.ts';
import { useAccount, useKeptRuns, useLive } from './client.tsx';
import {
  itemOf,
  type KeptRestoredValue,
  type OwnRestoredValue,
  shownRestoredValues,
  withWaiting,
} from './kept-restored-values.ts';
import { type KeptState, keptState } from './kept-state.ts';
import { useMe } from './people.ts';
import { restoreValueOf, useRestoreValue } from './restore-value.ts';

type Change = ActivityEntry['changes'][number];

const NOTHING: readonly OutboxItem[] = [];

interface OwnActivity {
  readonly entries: readonly ActivityEntry[] | undefined;
  /** Reads the newest of it anew. */
  readonly again: () => void;
  readonly filters: Pick<ActivityFilters, 'kind' | 'by'>;
}

/**
 * Puts values back and has them at once, newest first, and those of the outbox from before: until the server's history has them, or the person has decided
 * about its refusal, under the same filters as that history. Screens and filters come and go meanwhile. `putBack` is true
 * when it is committed on this device.
 */
export function useRestoredValues({ entries, again, filters }: OwnActivity): {
  readonly own: readonly OwnRestoredValue[];
  readonly restoreValue: (entry: ActivityEntry, change: Change) => Promise<boolean>;
} {
  const write = useRestoreValue();
  const me = useMe();
  const account = useAccount();
  const { kept, setKept } = useKept();
  // Read after the newest of them: an older look at the outbox would not know it and take it for sent.
  const outbox = useLive(async (db) => ({ of: kept, items: await outboxItems(db) }), [kept]);
  const items = outbox?.items ?? NOTHING;
  const all = withWaiting(kept, items);
  const restoreValue = useCallback(
    async (entry: ActivityEntry, change: Change) => {
      const way = restoreValueOf(entry, change);
      if (way === undefined || account === undefined) return false;
      const by = { id: me?.id ?? '', display_name: me?.display_name ?? '' };
      const line = { id: account.newId(), entry: turnedRound(entry, change, by) };
      if (!(await write(way, line))) return false;
      setKept((before) => [line, ...before.filter(({ id }) => id !== line.id)]);
      return true;
    },
    [write, me, account, setKept],
  );
  const found = all.length - kept.length;
  useEffect(() => {
    // Remembered here as well: else nobody would notice that they have left the outbox.
    if (found > 0) setKept((before) => withWaiting(before, items));
    // oxlint-disable-next-line react/exhaustive-deps -- asked when one more is found, not when the outbox changes
  }, [found, setKept]);
  const settled =
    outbox?.of === kept ? kept.filter((one) => itemOf(one, outbox.items) === undefined) : [];
  useEffect(() => {
    // The server has them, or the person has discarded them: its history says which.
    if (settled.length > 0) again();
    // oxlint-disable-next-line react/exhaustive-deps -- asked when one more is settled, whatever the filters
  }, [settled.length]);
  useEffect(() => {
    if (settled.length > 0) setKept((before) => before.filter((one) => !settled.includes(one)));
    // oxlint-disable-next-line react/exhaustive-deps -- they go when the history has been read again, not before
  }, [entries]);
  return { own: shownRestoredValues(all, items, filters), restoreValue };
}

/** Of the open account, not of the screen: another filter is another screen. */
function useKept() {
  const account = useAccount();
  const { restored } = useKeptRuns();
  const state = useMemo<KeptState<readonly KeptRestoredValue[]>>(() => {
    const known = account === undefined ? undefined : restored.get(account);
    const found = known ?? keptState<readonly KeptRestoredValue[]>([]);
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

/** The same row, between the same values the other way round. */
function turnedRound(
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
