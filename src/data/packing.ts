import { useCallback, useEffect, useState } from 'react';
import {
  loadPacking,
  type PackingState,
  type ProjectReadiness,
  type Readiness,
} from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';

export type { PackingState, ProjectReadiness, Readiness };

/** State of the download of files (FILE-4); null before its first report, undefined while it is read. */
export function usePackingState(): PackingState | null | undefined {
  return useLive(async (db) => {
    const row = await db.meta.get('packed');
    return row?.key === 'packed' ? row : null;
  }, []);
}

/** What this device has of each project; undefined while it is read. */
export function useReadiness(): Readiness | undefined {
  const account = useAccount();
  const reportedAt = usePackingState()?.at;
  const [found, setFound] = useState<Readiness>();
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      if (account === undefined) return;
      const { cachedFiles, findReadiness } = await loadPacking();
      const next = await findReadiness(account.db, await cachedFiles(account.userId));
      if (!isGone) setFound(next);
    };
    // Without its code, or from a closed database, nothing is shown.
    read().catch(() => undefined);
    return () => {
      isGone = true;
    };
    // The cache is no table: each report of the download reads it again.
  }, [account, reportedAt]);
  return found;
}

/** The person's budget and choice of networks. Bytes; `budget` is undefined while it is read. */
export function usePackingChoices() {
  const account = useAccount();
  const choices = useLive(async (db) => {
    const row = await db.meta.get('packing');
    return row?.key === 'packing' ? row : null;
  }, []);
  const [budgetOf, setBudgetOf] = useState<{ readonly of: (chosen?: number) => number }>();
  useEffect(() => {
    const ask = async () => {
      const { packBudget } = await loadPacking();
      // Missing on an address without TLS.
      const estimate = 'storage' in navigator ? await navigator.storage.estimate() : undefined;
      setBudgetOf({ of: (chosen) => packBudget(estimate?.quota, chosen) });
    };
    ask().catch(() => undefined);
  }, []);
  const change = useCallback(
    async (next: { readonly budget?: number; readonly anyNetwork?: boolean }) => {
      const { changePacking } = await loadPacking();
      if (account !== undefined) await changePacking(account.db, (old) => ({ ...old, ...next }));
    },
    [account],
  );
  return {
    budget: choices === undefined ? undefined : budgetOf?.of(choices?.budget),
    anyNetwork: choices?.anyNetwork ?? false,
    change,
  };
}
