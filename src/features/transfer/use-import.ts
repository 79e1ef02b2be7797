import { useEffect, useMemo, useState } from 'react';
import { useActor } from '../../data/client.tsx';
import {
  type ImportRun,
  useImportRun,
  useReadKnown,
  useReadImportFacts,
} from '../../data/import.ts';
import {
  type ImportGroup,
  type ImportPlan,
  type ImportTarget,
  planImport,
  targetProject,
} from './import-plan.ts';
import type { SourceBoard } from './source-board.ts';

/** Counts of the dry run, by what. */
export interface Summary {
  readonly lines: readonly {
    readonly what: ImportGroup['what'];
    readonly count: number;
    /** Here already, from an earlier import. */
    readonly known: number;
  }[];
  /** Groups that are not here yet. */
  readonly fresh: number;
  readonly freshTasks: number;
}

export interface ImportHandle {
  readonly target: ImportTarget | undefined;
  readonly setTarget: (target: ImportTarget | undefined) => void;
  readonly plan: ImportPlan | undefined;
  /** Undefined while it is worked out. */
  readonly summary: Summary | undefined;
  /** Why it cannot go there. */
  readonly problem: string | undefined;
  readonly run: ImportRun;
  readonly start: () => Promise<void>;
  readonly stop: () => void;
}

/** While somebody types a name nothing is worked out. */
const PAUSE = 250;

interface Prepared {
  readonly plan?: ImportPlan;
  readonly summary?: Summary;
  readonly problem?: string;
}

/** The dry run of a board for a target, kept up to date, and the import. */
export function useImport(board: SourceBoard | undefined): ImportHandle {
  const actor = useActor();
  const [target, setTarget] = useState<ImportTarget>();
  const readFacts = useReadImportFacts();
  const readKnown = useReadKnown();
  const { run, start, stop } = useImportRun();
  const isReady = board !== undefined && target !== undefined && actor !== undefined;
  const work = useMemo<Work | undefined>(() => {
    if (!isReady) return undefined;
    return async () => {
      const facts = await readFacts(targetProject(target, board, actor));
      if (facts === undefined || facts.flags.length === 0) return {};
      if (facts.project?.status === false) {
        return { problem: 'This project is archived. Restore it first, or choose another name.' };
      }
      const plan = planImport(board, target, { ...facts, actor });
      if (plan === undefined) {
        return { problem: 'This project has no card yet, and you may not add one.' };
      }
      return { plan, summary: summaryOf(plan, await readKnown(plan.groups)) };
    };
  }, [isReady, board, target, actor, readFacts, readKnown]);
  const { prepared, set } = usePrepared(work);
  return {
    target,
    setTarget,
    ...prepared,
    plan: prepared.plan,
    summary: prepared.summary,
    problem: prepared.problem,
    run,
    stop,
    start: async () => {
      // Worked out once more: somebody may have changed the project meanwhile.
      const now = (await work?.()) ?? {};
      set(now);
      if (now.plan === undefined) return;
      const isEnding = ({ what }: ImportGroup) => what === 'archived cards';
      const changesOf = (groups: readonly ImportGroup[]) => groups.map(({ changes }) => changes);
      await start(
        changesOf(now.plan.groups.filter((group) => !isEnding(group))),
        changesOf(now.plan.groups.filter(isEnding)),
      );
    },
  };
}

type Work = () => Promise<Prepared>;

/** What the work gives, a moment after it has changed; empty until then. */
function usePrepared(work: Work | undefined) {
  const [given, setGiven] = useState<{ readonly of: Work; readonly prepared: Prepared }>();
  useEffect(() => {
    if (work === undefined) return undefined;
    let isOver = false;
    const prepare = async () => {
      const prepared = await work();
      if (!isOver) setGiven({ of: work, prepared });
    };
    const timer = setTimeout(() => void prepare(), PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [work]);
  return {
    prepared: given !== undefined && given.of === work ? given.prepared : {},
    set: (prepared: Prepared) => {
      if (work !== undefined) setGiven({ of: work, prepared });
    },
  };
}

function summaryOf({ groups }: ImportPlan, known: ReadonlySet<string>): Summary {
  const isKnown = ({ what, changes }: ImportGroup) =>
    what !== 'archived cards' && known.has(changes[0]?.refs[0]?.id ?? '');
  const byWhat = Map.groupBy(groups, ({ what }) => what);
  const fresh = groups.filter((group) => group.what !== 'archived cards' && !isKnown(group));
  return {
    lines: [...byWhat].map(([what, all]) => ({
      what,
      count: all.length,
      known: all.filter(isKnown).length,
    })),
    fresh: fresh.length,
    freshTasks: fresh.filter(({ what }) => what === 'tasks').length,
  };
}
