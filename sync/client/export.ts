import { proxy, wrap } from 'comlink';
import { conversations } from '../../model/entities/conversation.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { rows } from '../store/database.ts';
import { accountsHere } from '../store/device-db.ts';
import { messageContext } from '../store/queries/chat.ts';
import type {
  ExportAccount,
  ExportApi,
  ExportProgress,
  ExportRequest,
  ExportResult,
  LeftOut,
} from '../worker/export-types.ts';
import type { Account } from './account.ts';
import type { Client } from './client.ts';

/** Export that runs in a worker of its own. */
export interface RunningExport {
  /** Rejects when the export failed; never settles after `cancel`. */
  readonly result: Promise<ExportResult>;
  /** Terminates the worker at once and leaves no partial file. */
  readonly cancel: () => void;
}

export function startExport(
  request: ExportRequest,
  notify: (progress: ExportProgress) => void,
): RunningExport {
  const worker = new Worker(new URL('../worker/export-main.ts', import.meta.url), {
    type: 'module',
    name: 'cairn-export',
  });
  const api = wrap<ExportApi>(worker);
  const made = new Promise<ExportResult>((resolve, reject) => {
    // A worker whose script cannot be fetched reports only this event.
    worker.addEventListener('error', () => reject(new Error('The export could not start')));
    api.make(request, proxy(notify)).then(resolve, reject);
  });
  return {
    result: made.finally(() => worker.terminate()),
    cancel: () => worker.terminate(),
  };
}

/** Organisations of the person, the open one first, and those without data on this device. */
export async function exportAccounts(
  client: Pick<Client, 'device'>,
  open: Pick<Account, 'key'>,
): Promise<{ readonly here: readonly ExportAccount[]; readonly missing: readonly LeftOut[] }> {
  const all = await accountsHere(client.device);
  const isHere = ({ key, hadData }: (typeof all)[number]) => hadData || key === open.key;
  return {
    here: [
      ...all.filter(({ key }) => key === open.key),
      ...all.filter((record) => isHere(record) && record.key !== open.key),
    ],
    missing: all
      .filter((record) => !isHere(record))
      .map(({ orgName }) => ({
        what: orgName,
        why: /*i18n*/ 'This device has nothing of it yet.',
      })),
  };
}

/** Downloads messages that are only on the server (WIN-2), as far as possible: the archive lists what is missing. */
export async function fetchOlderMessages(account: Account, isOver: () => boolean): Promise<void> {
  const stream = orgStream(account.orgId);
  try {
    for (const { id } of await rows(account.db, conversations).toArray()) {
      for (;;) {
        const { from } = await messageContext(account.db, stream, id);
        if (isOver() || from <= 1) break;
        await account.loadMessages(id);
      }
    }
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
  }
}

export type { ExportProgress, ExportResult, LeftOut };
