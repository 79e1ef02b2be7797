import { useCallback, useEffect, useRef, useState } from 'react';
import { parseActivityPage } from '../../model/protocol/account.ts';
import { isOfKind } from '../../model/shared/activity-kinds.ts';
import { CairnError } from '../../model/shared/errors.ts';
import {
  type AccountDb,
  type ActivityEntry,
  type ActivityFilters,
  type ActivityPage,
  dropActivity,
  keepActivity,
  keptActivity,
} from '../../sync/client/index.ts';
import { translated } from '../i18n/i18n.ts';
import { useAccount, useClient, useLive } from './client.tsx';
import { useOnline } from './online.ts';

export type { ActivityEntry };

interface Activity {
  /** Undefined while the first page is read, and when it cannot be read and no cached page exists. */
  readonly entries: readonly ActivityEntry[] | undefined;
  /** Time at which the entries were read, when they come from the cache and not from the server. Milliseconds. */
  readonly keptAt: number | undefined;
  /** Reason why the log cannot be read; the screen provides the text for `isOffline`. */
  readonly failure: { readonly isOffline: boolean; readonly message: string } | undefined;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly more: () => void;
  readonly again: () => void;
}

interface State {
  readonly page: ActivityPage | undefined;
  readonly failure: Activity['failure'];
  readonly isLoading: boolean;
}

interface Options {
  /** False: nothing is read. */
  readonly isWanted?: boolean;
  /** Version of the row: another one reads what is new. */
  readonly version?: number;
}

/**
 * Activity log of the open organisation, page by page from the server. Devices cache only the newest page,
 * shown while the server cannot be reached. Different filters need a component of their own: give it a key.
 */
export function useActivity(
  { kind, by, row }: Omit<ActivityFilters, 'before'>,
  { isWanted = true, version }: Options = {},
): Activity {
  const client = useClient();
  const db = useAccount()?.db;
  const isOnline = useOnline();
  const [state, setState] = useState<State>({
    page: undefined,
    failure: undefined,
    isLoading: true,
  });
  // The newest request wins: an earlier response is dropped.
  const asked = useRef(0);
  const ask = useCallback(
    (known: ActivityPage | undefined, isRenewal = false) => {
      asked.current += 1;
      const mine = asked.current;
      const settle = (next: (before: State) => State) => {
        if (mine === asked.current) setState(next);
      };
      client.own
        .request(
          activityCall({ kind, by, row, before: known?.next ?? undefined }),
          parseActivityPage,
        )
        .then(
          ({ data: entries, next }) => {
            const page = { entries: [...(known?.entries ?? []), ...entries], next };
            settle((before) => ({
              page: isRenewal ? renewed(before.page, page) : page,
              failure: undefined,
              isLoading: false,
            }));
            const isNewest = known === undefined && (kind ?? by ?? row) === undefined;
            if (isNewest && db !== undefined) void keepActivity(db, { at: Date.now(), entries });
          },
          (error: unknown) => {
            const failure = failureOf(error);
            if (isForbidden(error) && db !== undefined) void dropActivity(db);
            settle(({ page }) => ({ page, failure, isLoading: false }));
          },
        );
    },
    [client, db, kind, by, row],
  );
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isOnline || !isWanted) return;
    // A further read keeps the earlier pages that are shown.
    ask(undefined, isAsked.current);
    isAsked.current = true;
  }, [isOnline, isWanted, version, ask]);
  const start = (known: ActivityPage | undefined) => {
    setState((before) => ({ ...before, isLoading: true }));
    ask(known);
  };
  const { page, isLoading } = state;
  const failure = isOnline ? state.failure : { isOffline: true, message: '' };
  const kept = useKept({ kind, by, row }, page === undefined && failure !== undefined);
  return {
    entries: page?.entries ?? kept?.entries,
    keptAt: page === undefined ? kept?.at : undefined,
    failure,
    hasMore: page !== undefined && page.next !== null,
    isLoading,
    more: () => start(page),
    again: () => start(undefined),
  };
}

/** One page of the activity log of the open organisation, newest first. */
function activityCall({ kind, by, row, before }: ActivityFilters) {
  const query = Object.fromEntries(
    Object.entries({ kind, organization_user: by, row, before: before?.toString() }).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, value]]),
    ),
  );
  return { method: 'GET', path: 'activity/list/', query } as const;
}

/** The newest page before the pages that are known, when the two meet; else the newest page alone. */
export function renewed(known: ActivityPage | undefined, newest: ActivityPage): ActivityPage {
  const versions = new Set(newest.entries.map(({ version }) => version));
  if (known?.entries.some(({ version }) => versions.has(version)) !== true) return newest;
  const rest = known.entries.filter(({ version }) => !versions.has(version));
  return { entries: [...newest.entries, ...rest], next: known.next };
}

interface Kept {
  readonly at: number;
  readonly entries: readonly ActivityEntry[];
}

/**
 * Cached page, filtered as the server would; undefined without a cache or when not wanted. Never used for one
 * row: a page of everybody's changes contains only parts of that row's log.
 */
function useKept({ kind, by, row }: Omit<ActivityFilters, 'before'>, isWanted: boolean) {
  const kept = useLive(
    async (db) => (isWanted && row === undefined ? ((await readKept(db)) ?? null) : null),
    [isWanted, row],
  );
  if (kept === null || kept === undefined) return undefined;
  const entries = kept.entries.filter(
    (entry) => isOfKind(entry.table, kind) && (by === undefined || String(entry.by.id) === by),
  );
  return { at: kept.at, entries };
}

async function readKept(db: AccountDb): Promise<Kept | undefined> {
  const kept = await keptActivity(db);
  if (kept === undefined) return undefined;
  try {
    return { at: kept.at, entries: parseActivityPage({ data: kept.entries, next: null }).data };
  } catch {
    return undefined; // stored by another build in another shape
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof CairnError && error.code === 'forbidden';
}

function failureOf(error: unknown): NonNullable<Activity['failure']> {
  const isOffline = error instanceof CairnError && error.code === 'unavailable';
  return { isOffline, message: error instanceof Error ? translated(error.message) : '' };
}
