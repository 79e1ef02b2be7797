import { useCallback, useEffect, useState } from 'react';
import {
  cachedFiles,
  changePacking,
  findReadiness,
  type Keepable,
  keptKey,
  noteOpened,
  packBudget,
  packingChoices,
  packingState,
  type PackingState,
  type ProjectReadiness,
  type Readiness,
  setKept,
} from '../../sync/client/index.ts';
import { useAccount, useLive } from './client.tsx';

export type { Keepable, PackingState, ProjectReadiness, Readiness };

/** State of the download of files (FILE-4); null before its first report, undefined while it is read. */
export function usePackingState(): PackingState | null | undefined {
  return useLive(async (db) => (await packingState(db)) ?? null, []);
}

/** What this device has of each project; undefined while it is read. */
export function useReadiness(): Readiness | undefined {
  const userId = useAccount()?.userId;
  const state = usePackingState();
  return useLive(
    async (db) =>
      userId === undefined ? undefined : findReadiness(db, await cachedFiles(userId)),
    // The cache is no table: each report of the download reads it again.
    [userId, state?.at],
  );
}

/** Whether the person keeps a row on this device, and the function that changes it. */
export function useKept(
  kind: Keepable,
  id: string,
): { readonly isKept: boolean; readonly setKept: (isKept: boolean) => Promise<void> } {
  const account = useAccount();
  const choices = useLive(packingChoices, []);
  const isKept = choices?.kept?.includes(keptKey(kind, id)) ?? false;
  const set = useCallback(
    async (next: boolean) => {
      if (account === undefined) return;
      await setKept(account.db, { kind, id, isKept: next });
      // A project of which only the outline is here gets its details as well (OUT-3).
      if (kind === 'project' && next) account.holdProjects([id]);
    },
    [account, kind, id],
  );
  return { isKept, setKept: set };
}

/** The person's budget and choice of networks. Bytes; `budget` is undefined while it is read. */
export function usePackingChoices() {
  const account = useAccount();
  const choices = useLive(packingChoices, []);
  const [quota, setQuota] = useState<{ readonly bytes: number | undefined }>();
  useEffect(() => {
    const ask = async () => {
      // Missing on an address without TLS.
      const estimate = 'storage' in navigator ? await navigator.storage.estimate() : undefined;
      setQuota({ bytes: estimate?.quota });
    };
    void ask();
  }, []);
  const change = useCallback(
    async (next: { readonly budget?: number; readonly anyNetwork?: boolean }) => {
      if (account !== undefined) await changePacking(account.db, (old) => ({ ...old, ...next }));
    },
    [account],
  );
  const isRead = choices !== undefined && quota !== undefined;
  return {
    budget: isRead ? packBudget(quota.bytes, choices.budget) : undefined,
    anyNetwork: choices?.anyNetwork ?? false,
    change,
  };
}

/** Milliseconds after the opening of a project: its first paint comes first. */
const NOTE_DELAY = 4_000;

/** Records that the person has opened a project, some seconds later. */
export function useNoteOpened(projectId: string | undefined): void {
  const account = useAccount();
  useEffect(() => {
    if (projectId === undefined || account === undefined) return undefined;
    const timer = setTimeout(() => {
      // Only the order of the files depends on it.
      noteOpened(account.db, projectId, Date.now()).catch(() => undefined);
    }, NOTE_DELAY);
    return () => clearTimeout(timer);
  }, [projectId, account]);
}
