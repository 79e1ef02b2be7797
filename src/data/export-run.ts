import { i18n } from '../i18n/i18n.ts';
import {
  type Account,
  type Client,
  exportAccounts,
  type ExportProgress,
  type ExportResult,
  fetchOlderMessages,
  type LeftOut,
  type RunningExport,
  startExport,
  type UnsentCopy,
} from '../../sync/client/index.ts';
import { type SharedState, createSharedState } from './shared-state.ts';

export interface ExportOptions {
  /** Export all organisations of the person on this device, not only the open one. */
  readonly everywhere: boolean;
  /** Fetch data that is not on this device from the server: files, and older messages of the open organisation. */
  readonly fromServer: boolean;
}

type ExportEnd =
  | { readonly phase: 'failed' }
  | { readonly phase: 'done'; readonly result: ExportResult; readonly name: string };

export type ExportState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking' }
  | { readonly phase: 'making'; readonly progress: ExportProgress }
  | ExportEnd;

/** Export of one account; it continues while screens unmount. */
export interface ExportRun extends Pick<
  SharedState<ExportState>,
  'current' | 'subscribe' | 'isShown'
> {
  /** Resolves to the result; undefined when an export runs already, was cancelled, or the person has signed out. */
  readonly start: (options: ExportOptions) => Promise<ExportEnd | undefined>;
  /** Cancels the running export and removes its output. */
  readonly cancel: () => void;
  /** An archive must not be offered to another person: checked again before it is handed over. */
  readonly isSignedOut: () => boolean;
}

/** Exports everything the person can read, in a worker. */
export function exportRun(client: Client, account: Account): ExportRun {
  const { current, set, subscribe, isShown } = createSharedState<ExportState>({ phase: 'idle' });
  const isSignedOut = () => client.account()?.userId !== account.userId;
  let own = newMaking(true);
  return {
    current,
    subscribe,
    isShown,
    isSignedOut,
    start: async (options) => {
      if (!own.isOver) return undefined;
      const making = newMaking(false);
      own = making;
      const show = (next: ExportState) => {
        if (!making.isOver) set(next);
      };
      show({ phase: 'asking' });
      const end = await Promise.race([
        make({ client, account, options, making, show }),
        making.cancelled.promise,
      ]);
      if (making.isOver) return undefined;
      set(isSignedOut() || end === undefined ? { phase: 'idle' } : end);
      making.isOver = true;
      return isSignedOut() ? undefined : end;
    },
    cancel: () => {
      own.isOver = true;
      own.running?.cancel();
      own.cancelled.resolve(undefined);
      set({ phase: 'idle' });
    },
  };
}

interface Making {
  isOver: boolean;
  running?: RunningExport;
  /** A cancelled export never settles by itself. */
  readonly cancelled: PromiseWithResolvers<undefined>;
}

function newMaking(isOver: boolean): Making {
  return { isOver, cancelled: Promise.withResolvers() };
}

interface MakeInput {
  readonly client: Client;
  readonly account: Account;
  readonly options: ExportOptions;
  readonly making: Making;
  readonly show: (state: ExportState) => void;
}

function notRead({ organization, unsent }: UnsentCopy['missing'][number]): LeftOut {
  return {
    what: `${String(unsent)} unsent ${unsent === 1 ? 'change' : 'changes'} of ${organization}`,
    why: /*i18n*/ 'The store on this device that holds them could not be read. They stay there.',
  };
}

/** Undefined when it was cancelled before the worker started. */
async function make(input: MakeInput): Promise<ExportEnd | undefined> {
  const { client, account, making, show } = input;
  const { everywhere, fromServer } = input.options;
  try {
    if (fromServer) await fetchOlderMessages(account, () => making.isOver);
    const at = new Date(account.now()).toISOString();
    const all = await exportAccounts(client, account);
    const unsent = await client.exportUnsent(everywhere ? undefined : [account]);
    if (making.isOver) return undefined;
    making.running = startExport(
      {
        accounts: everywhere ? all.here : [account.record],
        missing: [...(everywhere ? all.missing : []), ...unsent.missing.map(notRead)],
        fromServer,
        at,
        person: account.record.displayName,
        deletedPerson: i18n.t('Deleted person {number}', { number: '{number}' }),
        unsent: unsent.file,
      },
      (progress) => show({ phase: 'making', progress }),
    );
    const result = await making.running.result;
    const name = `cairn-${wordOf(account.record.orgName)}-${at.slice(0, 10)}.zip`;
    return { phase: 'done', result, name };
  } catch {
    return { phase: 'failed' };
  }
}

function wordOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replaceAll(/^-+|-+$/g, '').slice(0, 40) || 'export';
}
