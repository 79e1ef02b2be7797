import { useCallback, useEffect, useState } from 'react';
import {
  parseSecurityExport,
  parseSecurityPage,
  type SecurityEntry,
} from '../../model/protocol/security-log.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { translated } from '../i18n/i18n.ts';
import { useClient } from './client.tsx';
import { useOnline } from './online.ts';

export type { SecurityEntry };

const DAY_MS = 24 * 60 * 60_000;
const PERIOD_DAYS = { day: 1, week: 7, month: 30 } as const;

export interface SecurityFilters {
  readonly group?: string | undefined;
  /** Organisation user who acted. */
  readonly by?: string | undefined;
  readonly since?: keyof typeof PERIOD_DAYS | undefined;
}

interface SecurityLog {
  /** Undefined while the first page is read, and when it cannot be read. */
  readonly entries: readonly SecurityEntry[] | undefined;
  readonly failure: { readonly isOffline: boolean; readonly message: string } | undefined;
  /** False: the browser has no network, and the log is read by itself when it has one. */
  readonly canAsk: boolean;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly more: () => void;
  readonly again: () => void;
  /** The whole log under the filters, as one file; rejects with CairnError. */
  readonly exportAs: (format: 'csv' | 'json') => Promise<Blob>;
}

interface State {
  readonly entries: readonly SecurityEntry[] | undefined;
  readonly next: string | null;
  readonly failure: SecurityLog['failure'];
  readonly isLoading: boolean;
}

const NOTHING: State = { entries: undefined, next: null, failure: undefined, isLoading: true };

/**
 * Security log of the open organisation, page by page from the server: no device stores it. Different filters need a
 * component of their own: give it a key.
 */
export function useSecurityLog(filters: SecurityFilters): SecurityLog {
  const { group, by, since } = filters;
  const client = useClient();
  const isOnline = useOnline();
  const [state, setState] = useState<State>(NOTHING);
  // Entries are added to those that were read before; a response that arrives after the screen is gone changes nothing.
  const ask = useCallback(
    (known: readonly SecurityEntry[], before: string | null, isWanted: () => boolean) => {
      const query = { ...queryOf({ group, by, since }), ...(before !== null && { before }) };
      const call = { method: 'GET', path: 'security-log/list/', query } as const;
      const settle = (settled: Omit<State, 'isLoading'>) => {
        if (isWanted()) setState({ ...settled, isLoading: false });
      };
      client.own.request(call, parseSecurityPage).then(
        ({ data, next }) => settle({ entries: [...known, ...data], next, failure: undefined }),
        (error: unknown) => {
          const entries = known.length === 0 ? undefined : known;
          settle({ entries, next: before, failure: failureOf(error) });
        },
      );
    },
    [client, group, by, since],
  );
  useEffect(() => {
    let isGone = false;
    if (isOnline) ask([], null, () => !isGone);
    return () => {
      isGone = true;
    };
  }, [isOnline, ask]);
  const { entries, next, isLoading } = state;
  const start = (known: readonly SecurityEntry[], before: string | null) => {
    setState((last) => ({ ...last, isLoading: true }));
    ask(known, before, () => true);
  };
  return {
    entries,
    failure: isOnline ? state.failure : { isOffline: true, message: '' },
    canAsk: isOnline,
    hasMore: next !== null,
    isLoading,
    more: () => start(entries ?? [], next),
    again: () => start([], null),
    exportAs: async (format) => {
      const body = { ...queryOf(filters), format };
      const parts: string[] = [];
      for (let before: string | null = ''; before !== null;) {
        const call = {
          path: 'security-log/export/',
          body: before === '' ? body : { ...body, before },
        };
        const page: { readonly data: string; readonly next: string | null } =
          await client.own.request(call, parseSecurityExport);
        parts.push(page.data);
        before = page.next;
      }
      const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
      return new Blob(parts, { type });
    },
  };
}

function queryOf({ group, by, since }: SecurityFilters): Readonly<Record<string, string>> {
  return {
    ...(group !== undefined && { group }),
    ...(by !== undefined && { organization_user: by }),
    ...(since !== undefined && {
      from: new Date(Date.now() - PERIOD_DAYS[since] * DAY_MS).toISOString(),
    }),
  };
}

function failureOf(error: unknown): NonNullable<SecurityLog['failure']> {
  const isOffline = error instanceof CairnError && error.code === 'unavailable';
  return { isOffline, message: error instanceof Error ? translated(error.message) : '' };
}
