import { useCallback, useEffect, useRef, useState } from 'react';
import { CairnError } from '../../model/shared/errors.ts';
import type { ActivityEntry, ActivityFilters, ActivityPage } from '../../sync/client/index.ts';
import { useClient } from './client.tsx';
import { useOnline } from './online.ts';

export type { ActivityEntry };

interface Activity {
  /** Undefined while the first page is read. */
  readonly entries: readonly ActivityEntry[] | undefined;
  /** Why it cannot be read now, in words; `offline` is for the screen to word. */
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

/**
 * Who changed what in the open organisation, page by page from the server: the history is not kept on devices. What has
 * been read stays on screen when the network goes. Other filters are another component: give it a key.
 */
export function useActivity({ kind, by, row }: Omit<ActivityFilters, 'before'>): Activity {
  const client = useClient();
  const isOnline = useOnline();
  const [state, setState] = useState<State>({
    page: undefined,
    failure: undefined,
    isLoading: true,
  });
  // The newest question wins: an answer to one before it is dropped.
  const asked = useRef(0);
  const ask = useCallback(
    (known: ActivityPage | undefined) => {
      asked.current += 1;
      const mine = asked.current;
      const settle = (next: (before: State) => State) => {
        if (mine === asked.current) setState(next);
      };
      client.own.activity({ kind, by, row, before: known?.next ?? undefined }).then(
        ({ entries, next }) => {
          const page = { entries: [...(known?.entries ?? []), ...entries], next };
          settle(() => ({ page, failure: undefined, isLoading: false }));
        },
        (error: unknown) => {
          const failure = failureOf(error);
          settle(({ page }) => ({ page, failure, isLoading: false }));
        },
      );
    },
    [client, kind, by, row],
  );
  useEffect(() => {
    if (isOnline) ask(undefined);
  }, [isOnline, ask]);
  const start = (known: ActivityPage | undefined) => {
    setState((before) => ({ ...before, isLoading: true }));
    ask(known);
  };
  const { page, failure, isLoading } = state;
  return {
    entries: page?.entries,
    failure: isOnline ? failure : { isOffline: true, message: '' },
    hasMore: page !== undefined && page.next !== null,
    isLoading,
    more: () => start(page),
    again: () => start(undefined),
  };
}

function failureOf(error: unknown): NonNullable<Activity['failure']> {
  const isOffline = error instanceof CairnError && error.code === 'unavailable';
  return { isOffline, message: error instanceof Error ? error.message : '' };
}
