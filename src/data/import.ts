import { useCallback, useEffect, useRef, useState } from 'react';
import type { Prepared } from '../../model/mutations/define-mutation.ts';
import { type ImportFacts, importFacts, knownRows } from '../../sync/client/index.ts';
import { useAccount } from './client.tsx';

/** The facts as they are now, read anew whenever they are asked for. */
export function useReadImportFacts(): (projectId: string) => Promise<ImportFacts | undefined> {
  const db = useAccount()?.db;
  return useCallback(
    async (id) => (db === undefined ? undefined : await importFacts(db, id)),
    [db],
  );
}

/** Which rows, by the first of each group, are on this device already; undefined while it is looked up. */
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

/** What the server refused or a rule did not let happen, with the words why. */
interface Refused {
  readonly what: string;
  readonly why: string;
}

export type ImportRun =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly done: number; readonly total: number }
  | {
      readonly phase: 'done' | 'stopped' | 'full';
      readonly taken: number;
      readonly known: number;
      readonly refused: readonly Refused[];
    };

/** Groups that are written in one transaction at first; a fast device takes more at a time, a slow one fewer. */
const AT_FIRST = 100;
const FEWEST = 50;
const MOST = 400;
/** Milliseconds that one transaction should take: everything else on the page waits for it. */
const TAKES = 500;

interface Runner {
  readonly run: ImportRun;
  readonly start: (
    groups: readonly (readonly Prepared[])[],
    /** Done at the end, and only when something was new. */
    endings: readonly (readonly Prepared[])[],
  ) => Promise<void>;
  /** What is written stays; the same file goes on where this stopped. */
  readonly stop: () => void;
}

/** Writes an import into the local store and the outbox, some at a time. */
export function useImportRun(): Runner {
  const account = useAccount();
  const [run, setRun] = useState<ImportRun>({ phase: 'idle' });
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const start: Runner['start'] = async (groups, endings) => {
    if (account === undefined) return;
    isStopped.current = false;
    const total = groups.length;
    const refused: Refused[] = [];
    const sum = { taken: 0, known: 0, refused };
    const write = async (some: readonly (readonly Prepared[])[]) => {
      for (const outcome of await account.takeIn(some)) {
        if (outcome === 'taken') sum.taken += 1;
        else if (outcome === 'known') sum.known += 1;
        else refused.push({ what: outcome.what, why: outcome.refusal.message });
      }
    };
    try {
      let size = AT_FIRST;
      for (let at = 0; at < total && !isStopped.current;) {
        setRun({ phase: 'running', done: at, total });
        const began = performance.now();
        await write(groups.slice(at, at + size));
        at += size;
        const took = Math.max(1, performance.now() - began);
        size = Math.round(Math.min(MOST, Math.max(FEWEST, (size * TAKES) / took)));
      }
      if (!isStopped.current && sum.taken > 0) await write(endings);
      setRun({ phase: isStopped.current ? 'stopped' : 'done', ...sum });
    } catch {
      setRun({ phase: 'full', ...sum });
    } finally {
      account.wake();
    }
  };
  return {
    run,
    start,
    stop: () => {
      isStopped.current = true;
    },
  };
}
