import type { Prepared } from '../../model/mutations/define-mutation.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import { type Account, causeOf, type WriteFailure } from '../../sync/client/index.ts';
import { type KeptState, keptState } from './kept-state.ts';

/** What the server refused or a rule did not let happen, with the words why. */
interface RejectedRows {
  readonly what: string;
  readonly why: string;
}

interface Sum {
  readonly taken: number;
  readonly known: number;
  readonly refused: readonly RejectedRows[];
  /** Empty when it failed before it was known. */
  readonly project: string;
}

/** Why an import broke off: what the store says of it, or what became of a write. */
export type ImportFailure = Refusal | WriteFailure;

export type ImportEnd =
  | ({ readonly phase: 'done' | 'stopped' } & Sum)
  /** What is counted is here all the same. */
  | ({ readonly phase: 'failed'; readonly why: ImportFailure } & Sum);

export type ImportState =
  | { readonly phase: 'idle' }
  /** It has been asked for, and is worked out once more. */
  | { readonly phase: 'preparing' }
  | { readonly phase: 'running'; readonly done: number; readonly total: number }
  | ImportEnd;

export interface ImportWork {
  readonly project: string;
  readonly groups: readonly (readonly Prepared[])[];
  /** Done after all of them, and only when nobody has stopped it. */
  readonly endings: readonly (readonly Prepared[])[];
}

/** The import of one account: it goes on while screens come and go. */
export interface ImportRun extends Pick<
  KeptState<ImportState>,
  'current' | 'subscribe' | 'isShown'
> {
  /**
   * Works out what is to be done, then does it. Gives the end; undefined when there is nothing to do, when one runs
   * already, and when the person has signed out meanwhile.
   */
  readonly start: (
    prepare: () => Promise<ImportWork | undefined>,
  ) => Promise<ImportEnd | undefined>;
  /** What is written stays; the same file goes on where this stopped. */
  readonly stop: () => void;
  /** Puts the report of the last one away. */
  readonly forget: () => void;
}

interface ImportPorts {
  readonly account: Pick<Account, 'takeIn' | 'wake'>;
  readonly isSignedOut: () => boolean;
}

/** Groups that are written in one transaction at first; a fast device takes more at a time, a slow one fewer. */
const AT_FIRST = 100;
const FEWEST = 100;
const MOST = 1000;
/** Milliseconds that one transaction should take: everything else on the page waits for it. */
const TAKES = 500;

/** Writes imports into the local store and the outbox, some at a time, one import after the other. */
export function importRun(ports: ImportPorts): ImportRun {
  const { current, set, subscribe, isShown } = keptState<ImportState>({ phase: 'idle' });
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

/** Undefined: there is nothing to do, or the person has signed out. */
async function prepareAndWrite(
  prepare: () => Promise<ImportWork | undefined>,
  writing: Writing,
): Promise<ImportEnd | undefined> {
  let work: ImportWork | undefined;
  try {
    work = await prepare();
  } catch (error) {
    const why = causeOf(error);
    const nothing = { taken: 0, known: 0, refused: [], project: '' };
    return writing.isSignedOut() ? undefined : { phase: 'failed', why, ...nothing };
  }
  return work === undefined ? undefined : await write(work, writing);
}

/** Undefined: the person has signed out. */
async function write(work: ImportWork, writing: Writing): Promise<ImportEnd | undefined> {
  const { account, isOver, isSignedOut, notify } = writing;
  const { groups, endings, project } = work;
  const rejected: RejectedRows[] = [];
  const sum = { taken: 0, known: 0, refused: rejected, project };
  const take = async (some: readonly (readonly Prepared[])[]) => {
    for (const outcome of await account.takeIn(some)) {
      if (outcome === 'taken') sum.taken += 1;
      else if (outcome === 'known') sum.known += 1;
      else rejected.push({ what: outcome.what, why: outcome.refusal.message });
    }
  };
  try {
    let size = AT_FIRST;
    for (let at = 0; at < groups.length && !isOver();) {
      notify({ phase: 'running', done: at, total: groups.length });
      const began = performance.now();
      await take(groups.slice(at, at + size));
      at += size;
      const took = Math.max(1, performance.now() - began);
      size = Math.round(Math.min(MOST, Math.max(FEWEST, (size * TAKES) / took)));
    }
    const isCut = isOver();
    if (!isCut && endings.length > 0) await take(endings);
    return isSignedOut() ? undefined : { phase: isCut ? 'stopped' : 'done', ...sum };
  } catch (error) {
    // Whoever signs out closes the store under it: that is no failure.
    return isSignedOut() ? undefined : { phase: 'failed', why: causeOf(error), ...sum };
  } finally {
    account.wake();
  }
}
