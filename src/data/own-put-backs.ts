import { useCallback, useEffect, useState } from 'react';
import { outboxItems } from '../../sync/client/index.ts';
import type { ActivityEntry } from './activity.ts';
import { useLive } from './client.tsx';
import { useMe } from './people.ts';
import { putBackOf, usePutBack } from './put-back.ts';
import type { OutboxItem } from './sync-status.ts';

type Change = ActivityEntry['changes'][number];

/** A value that was put back here and is not in the server's history yet. */
export interface OwnPutBack {
  readonly entry: ActivityEntry;
  /** Why the server refused it; undefined while it waits or is on its way. */
  readonly refusal: string | undefined;
}

interface Kept {
  readonly entry: ActivityEntry;
  /** What of the row stood in the outbox before. */
  readonly known: ReadonlySet<string>;
}

interface History {
  readonly entries: readonly ActivityEntry[] | undefined;
  /** Reads the newest of it anew. */
  readonly again: () => void;
}

/**
 * Puts values back and has them at once, newest first: until the server's history has them, or the person has decided
 * about its refusal. `putBack` is true when it is committed on this device.
 */
export function usePutBacks({ entries, again }: History): {
  readonly own: readonly OwnPutBack[];
  readonly putBack: (entry: ActivityEntry, change: Change) => Promise<boolean>;
} {
  const write = usePutBack();
  const me = useMe();
  const [kept, setKept] = useState<readonly Kept[]>([]);
  // Read after the newest of them: an older look at the outbox would not know it and take it for sent.
  const outbox = useLive(async (db) => ({ of: kept, items: await outboxItems(db) }), [kept]);
  const items = outbox?.items;
  const putBack = useCallback(
    async (entry: ActivityEntry, change: Change) => {
      const way = putBackOf(entry, change);
      const known = new Set(items?.map(({ id }) => id));
      if (way === undefined || !(await write(way))) return false;
      const by = { id: me?.id ?? '', display_name: me?.display_name ?? '' };
      setKept((before) => [{ entry: turnedRound(entry, change, by), known }, ...before]);
      return true;
    },
    [write, me, items],
  );
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
  const own = kept.map((one) => ({
    entry: one.entry,
    refusal: refusalOf(itemOf(one, items ?? [])),
  }));
  return { own, putBack };
}

/** The change in the outbox that carries it; it may have been merged with one that waited there before (MUT-5). */
function itemOf({ entry, known }: Kept, items: readonly OutboxItem[]): OutboxItem | undefined {
  return items.find(
    (item) =>
      item.table === entry.table &&
      item.rowId === entry.row &&
      !(known.has(item.id) && isRefused(item)),
  );
}

function isRefused({ state }: OutboxItem): boolean {
  return state === 'rejected' || state === 'conflict' || state === 'quarantined';
}

function refusalOf(item: OutboxItem | undefined): string | undefined {
  return item !== undefined && isRefused(item)
    ? (item.reason ?? 'The server did not accept this')
    : undefined;
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
