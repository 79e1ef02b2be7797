import { useState } from 'react';
import { CairnError } from '../../model/shared/errors.ts';
import { loadSnapshots, type Snapshots } from '../../sync/client/index.ts';
import { i18n, translated } from '../i18n/i18n.ts';
import { type Account, useClient } from './client.tsx';

export type SavedSnapshot = Awaited<ReturnType<Snapshots['saveSnapshot']>>;
export type SnapshotUnsent = Awaited<ReturnType<Snapshots['readUnsent']>>;
export type PutBackReport = Awaited<ReturnType<Snapshots['putUnsentBack']>>;

interface SnapshotWork {
  /** Share of the rows, 0 to 1; undefined while nothing runs. */
  readonly progress: number | undefined;
  /** Reason of the last failure. */
  readonly error: string | undefined;
  readonly fail: (message: string | undefined) => void;
  /** Undefined after a failure, which the person reads as `error`. */
  readonly run: <T>(
    work: (snapshots: Snapshots, notify: Notify) => Promise<T>,
  ) => Promise<T | undefined>;
}

type Notify = Parameters<Snapshots['saveSnapshot']>[2];

/** Runs the saving and opening of snapshots, whose code is loaded on first use. */
export function useSnapshotWork(): SnapshotWork {
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();
  return {
    progress,
    error,
    fail: setError,
    run: async (work) => {
      setError(undefined);
      setProgress(0);
      try {
        const snapshots = await loadSnapshots();
        return await work(snapshots, ({ done, total }) =>
          setProgress(total === 0 ? 1 : done / total),
        );
      } catch (failure) {
        if (!(failure instanceof CairnError)) reportError(failure);
        setError(
          failure instanceof CairnError
            ? translated(failure.message)
            : i18n.t('Something went wrong in Cairn, and nothing was changed. Try again.'),
        );
        return undefined;
      } finally {
        setProgress(undefined);
      }
    },
  };
}

/** Deletes what closed tabs left of opened snapshots. */
export async function sweepSnapshots(): Promise<void> {
  const snapshots = await loadSnapshots().catch(() => undefined);
  await snapshots?.sweepSnapshots().catch(() => undefined);
}

/** True in a tab that shows a snapshot. */
export function useShowsSnapshot(): boolean {
  return useClient().showsSnapshot === true;
}

export type { Account };
