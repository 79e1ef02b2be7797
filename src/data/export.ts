import { useCallback, useEffect, useRef, useState } from 'react';
import {
  exportAccounts,
  type ExportProgress,
  type ExportResult,
  fetchOlderMessages,
  type RunningExport,
  startExport,
} from '../../sync/client/index.ts';
import { useAccount, useClient } from './client.tsx';

export interface ExportWish {
  /** Every organisation of the person that is on this device, not only the open one. */
  readonly everywhere: boolean;
  /** What is not on this device is asked for at the server: files, and older messages of the open organisation. */
  readonly fromServer: boolean;
}

export type ExportState =
  | { readonly phase: 'idle' | 'failed' }
  | { readonly phase: 'asking' }
  | { readonly phase: 'making'; readonly progress: ExportProgress }
  | { readonly phase: 'done'; readonly result: ExportResult; readonly name: string };

interface Export {
  readonly state: ExportState;
  readonly start: (wish: ExportWish) => Promise<void>;
  /** Ends what runs; nothing of it stays. It also ends with the screen that shows it. */
  readonly cancel: () => void;
}

/** An archive of everything the person may read, made beside the page. */
export function useExport(): Export {
  const client = useClient();
  const account = useAccount();
  const [state, setState] = useState<ExportState>({ phase: 'idle' });
  const run = useRef<{ isOver: boolean; running?: RunningExport }>({ isOver: true });
  const cancel = useCallback(() => {
    run.current.isOver = true;
    run.current.running?.cancel();
    setState({ phase: 'idle' });
  }, []);
  useEffect(() => cancel, [cancel]);
  const start = async ({ everywhere, fromServer }: ExportWish) => {
    if (account === undefined || !run.current.isOver) return;
    const own: { isOver: boolean; running?: RunningExport } = { isOver: false };
    run.current = own;
    const show = (next: ExportState) => {
      if (!own.isOver) setState(next);
    };
    show({ phase: 'asking' });
    try {
      if (fromServer) await fetchOlderMessages(account, () => own.isOver);
      const at = new Date(account.now()).toISOString();
      const all = await exportAccounts(client, account);
      const unsent = everywhere ? await client.exportUnsent() : await account.exportOutbox();
      if (own.isOver) return;
      own.running = startExport(
        {
          accounts: everywhere ? all.here : [account.record],
          missing: everywhere ? all.missing : [],
          fromServer,
          at,
          person: account.record.displayName,
          unsent,
        },
        (progress) => show({ phase: 'making', progress }),
      );
      const result = await own.running.result;
      const name = `cairn-${wordOf(account.record.orgName)}-${at.slice(0, 10)}.zip`;
      show({ phase: 'done', result, name });
    } catch {
      show({ phase: 'failed' });
    } finally {
      own.isOver = true;
    }
  };
  return { state, start, cancel };
}

function wordOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replaceAll(/^-+|-+$/g, '').slice(0, 40) || 'export';
}
