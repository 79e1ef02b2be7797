import { useMemo, useSyncExternalStore } from 'react';
import { useAccount, useClient, useAccountRuns } from './client.tsx';
import { exportRun, type ExportRun, type ExportState, type ExportOptions } from './export-run.ts';

export type { ExportState, ExportOptions };

/** Export of the open account, which continues without a screen; undefined while no account is open. */
export function useExportRun(): {
  readonly state: ExportState;
  readonly run: ExportRun | undefined;
} {
  const client = useClient();
  const account = useAccount();
  const { exports } = useAccountRuns();
  const run = useMemo(() => {
    if (account === undefined) return undefined;
    const kept = exports.get(account) ?? exportRun(client, account);
    exports.set(account, kept);
    return kept;
  }, [client, account, exports]);
  const state = useSyncExternalStore(run?.subscribe ?? never, run?.current ?? idle);
  return { state, run };
}

const IDLE = { phase: 'idle' } as const;

function idle(): ExportState {
  return IDLE;
}

function never(): () => void {
  return () => undefined;
}
