import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { type ImportContext, loadImportContext, knownRows } from '../../sync/client/index.ts';
import { useAccount, useClient, useAccountRuns } from './client.tsx';
import {
  type ImportEnd,
  type ImportFailure,
  importRun,
  type ImportRun,
  type ImportState,
  type ImportWork,
} from './import-run.ts';

export { causeOf } from '../../sync/client/index.ts';
export type { ImportEnd, ImportContext, ImportFailure, ImportState, ImportWork };

/** Reads the current context of an import with every call. */
export function useReadImportContext(): (projectId: string) => Promise<ImportContext | undefined> {
  const db = useAccount()?.db;
  return useCallback(
    async (id) => (db === undefined ? undefined : await loadImportContext(db, id)),
    [db],
  );
}

/** Groups whose first row is on this device already; undefined while it is read. */
export function useReadKnown(): (
  groups: readonly { readonly changes: readonly Prepared[] }[],
) => Promise<ReadonlySet<string>> {
  const db = useAccount()?.db;
  return useCallback(
    async (groups) => {
      const refs = groups.flatMap(({ changes }) => changes[0]?.refs.slice(0, 1) ?? []);
      return db === undefined ? new Set() : await knownRows(db, refs);
    },
    [db],
  );
}

/** Import of the open account, which continues without a screen; undefined while no account is open. */
export function useImportRun(): {
  readonly state: ImportState;
  readonly run: ImportRun | undefined;
} {
  const client = useClient();
  const account = useAccount();
  const { imports } = useAccountRuns();
  const run = useMemo(() => {
    if (account === undefined) return undefined;
    const isSignedOut = () => client.account()?.userId !== account.userId;
    const kept = imports.get(account) ?? importRun({ account, isSignedOut });
    imports.set(account, kept);
    return kept;
  }, [client, account, imports]);
  const state = useSyncExternalStore(run?.subscribe ?? never, run?.current ?? idle);
  return { state, run };
}

const IDLE = { phase: 'idle' } as const;

function idle(): ImportState {
  return IDLE;
}

function never(): () => void {
  return () => undefined;
}
