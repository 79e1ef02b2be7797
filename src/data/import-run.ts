import type { Prepared } from '../../model/mutations/define-mutation.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import { type Account, causeOf, type WriteFailure } from '../../sync/client/index.ts';
import { i18n, translated } from '../i18n/i18n.ts';
import { type SharedState, createSharedState } from './shared-state.ts';

/** Rows that the server rejected or a rule refused, with the reason. */
interface RejectedRows {
  readonly what: string;
  readonly why: string;
}

interface Sum {
  readonly imported: number;
  readonly known: number;
  readonly refused: readonly RejectedRows[];
  /** Empty when the import failed before the project was known. */
  readonly project: string;
}

/** Cause of an aborted import: a refusal of the store, or a failed write. */
export type ImportFailure = Refusal | WriteFailure;

export type ImportEnd =
  | ({ readonly phase: 'done' | 'stopped' } & Sum)
  /** The counted rows are stored nevertheless. */
  | ({ readonly phase: 'failed'; readonly why: ImportFailure } & Sum);

export type ImportState =
  | { readonly phase: 'idle' }
  /** Requested; the plan is computed again. */
  | { readonly phase: 'preparing' }
  | { readonly phase: 'running'; readonly done: number; readonly total: number }
  | ImportEnd;

export interface ImportWork {
  readonly project: string;
  readonly groups: readonly (readonly Prepared[])[];
  /** Written after all groups, and only if the import was not stopped. */
  readonly endings: readonly (readonly Prepared[])[];
}

/** Import of one account; it continues while screens unmount. */
export interface ImportRun extends Pick<
  SharedState<ImportState>,
  'current' | 'subscribe' | 'isShown'
> {
  /**
   * Computes the plan and writes it. Resolves to the result; undefined when there is nothing to do, when an
   * import runs already, or when the person has signed out meanwhile.
   */
  readonly start: (
    prepare: () => Promise<ImportWork | undefined>,
  ) => Promise<ImportEnd | undefined>;
  /** Stops; written rows remain, and importing the same file continues from there. */
  readonly stop: () => void;
  /** Clears the report of the last import. */
  readonly forget: () => void;
}

interface ImportPorts {
  readonly account: Pick<Account, 'importGroups' | 'wake'>;
  readonly isSignedOut: () => boolean;
}

/** Groups written in the first transaction; later ones adapt to the speed of the device. */
const AT_FIRST = 100;
const FEWEST = 100;
const MOST = 1000;
/** Target duration of one transaction, which blocks the rest of the page. Milliseconds. */
const TARGET_DURATION = 500;

/** Writes imports into the local store and the outbox in batches, one import at a time. */
export function importRun(ports: ImportPorts): ImportRun {
  const { current, set, subscribe, isShown } = createSharedState<ImportState>({ phase: 'idle' });
  let isStopped = false;
  const isBusy = () => current().phase === 'preparing' || current().phase === 'running';
  return {
    current,
    subscribe,
    isShown,
    start: async (prepare) => {
      if (isBusy()) return undefined;
      isStopped = false;
      set({ phase: 'preparing' });
      const isOver = () => isStopped || ports.isSignedOut();
      const end = await prepareAndWrite(prepare, { ...ports, isOver, notify: set });
      set(end ?? { phase: 'idle' });
      return end;
    },
    stop: () => {
      isStopped = true;
    },
    forget: () => {
      if (!isBusy()) set({ phase: 'idle' });
    },
  };
}

interface Writing extends ImportPorts {
  readonly isOver: () => boolean;
  readonly notify: (state: ImportState) => void;
}

/** Undefined when there is nothing to do or the person has signed out. */
async function prepareAndWrite(
  prepare: () => Promise<ImportWork | undefined>,
  writing: Writing,
): Promise<ImportEnd | undefined> {
  let work: ImportWork | undefined;
  try {
    work = await prepare();
  } catch (error) {
    const why = causeOf(error);
    const nothing = { imported: 0, known: 0, refused: [], project: '' };
    return writing.isSignedOut() ? undefined : { phase: 'failed', why, ...nothing };
  }
  return work === undefined ? undefined : await write(work, writing);
}

/** Undefined when the person has signed out. */
async function write(work: ImportWork, writing: Writing): Promise<ImportEnd | undefined> {
  const { account, isOver, isSignedOut, notify } = writing;
  const { groups, endings, project } = work;
  const rejected: RejectedRows[] = [];
  const sum = { imported: 0, known: 0, refused: rejected, project };
  const writeAll = async (some: readonly (readonly Prepared[])[]) => {
    for (const outcome of await account.importGroups(some)) {
      if (outcome === 'written') sum.imported += 1;
      else if (outcome === 'known') sum.known += 1;
      else
        rejected.push({
          what: i18n.t(outcome.what),
          why: translated(outcome.refusal.message),
        });
    }
  };
  try {
    let size = AT_FIRST;
    for (let at = 0; at < groups.length && !isOver();) {
      notify({ phase: 'running', done: at, total: groups.length });
      const began = performance.now();
      await writeAll(groups.slice(at, at + size));
      at += size;
      const duration = Math.max(1, performance.now() - began);
      size = Math.round(Math.min(MOST, Math.max(FEWEST, (size * TARGET_DURATION) / duration)));
    }
    const isCut = isOver();
    if (!isCut && endings.length > 0) await writeAll(endings);
    return isSignedOut() ? undefined : { phase: isCut ? 'stopped' : 'done', ...sum };
  } catch (error) {
    // A sign-out closes the store during the import; that is no failure.
    return isSignedOut() ? undefined : { phase: 'failed', why: causeOf(error), ...sum };
  } finally {
    account.wake();
  }
}
