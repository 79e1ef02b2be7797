import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useActor } from '../../data/client.tsx';
import {
  causeOf,
  type ImportState,
  type ImportWork,
  useImportRun,
  useReadImportContext,
  useReadKnown,
} from '../../data/import.ts';
import { areMissing, useProjectDetails } from '../../data/project-details.ts';
import { useProject } from '../../data/projects.ts';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { warnBeforeUnload } from './warn-before-unload.ts';
import { type ImportPlan, type ImportTarget, planImport, targetProject } from './import-plan.ts';
import { type Summary, summaryOf, workOf } from './import-summary.ts';
import type { SourceBoard } from './source-board.ts';
import { endMessage, notPreparedMessage } from './transfer-messages.ts';

export interface ImportHandle {
  readonly target: ImportTarget | undefined;
  readonly setTarget: (target: ImportTarget | undefined) => void;
  readonly plan: ImportPlan | undefined;
  /** Undefined while it is computed. */
  readonly summary: Summary | undefined;
  /** Reason why the import cannot go to this target. */
  readonly problem: string | undefined;
  /** State of the account's import, which continues without this screen. */
  readonly state: ImportState;
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  /** Clears the report. */
  readonly forget: () => void;
}

/** Debounce of the preview while somebody types a name. Milliseconds. */
const PAUSE = 250;

interface Prepared {
  readonly plan?: ImportPlan;
  readonly summary?: Summary;
  readonly work?: ImportWork;
  readonly problem?: string;
}

/** Current preview of a board for a target, and the import. */
export function useImport(board: SourceBoard | undefined): ImportHandle {
  const actor = useActor();
  const [target, setTarget] = useState<ImportTarget>();
  const readContext = useReadImportContext();
  const readKnown = useReadKnown();
  const { state, run } = useImportRun();
  const navigate = useNavigate();
  const isReady = board !== undefined && target !== undefined && actor !== undefined;
  const projectId = useMemo(
    () => (isReady ? targetProject(target, board, actor) : undefined),
    [isReady, target, board, actor],
  );
  const details = useProjectDetails(useProject(projectId ?? '')?.id);
  const work = useMemo<Work | undefined>(() => {
    if (!isReady) return undefined;
    return async () => {
      const context = await readContext(targetProject(target, board, actor));
      if (context === undefined || context.flags.length === 0) return {};
      // What is not here would count as new: completed and archived again over what people did since (OUT-1).
      if (context.project !== undefined && areMissing(details)) {
        return {
          problem: i18n.t(
            'The tasks of this project are not on this device yet. The preview appears when they have been downloaded.',
          ),
        };
      }
      if (context.project?.status === false) {
        return {
          problem: i18n.t('This project is archived. Restore it first, or choose another name.'),
        };
      }
      const plan = planImport(board, target, { ...context, actor });
      if (plan === undefined) {
        return { problem: i18n.t('This project has no card yet, and you may not add one.') };
      }
      const here = { known: await readKnown(plan.groups), cards: context.cards };
      return { plan, summary: summaryOf(plan, here), work: workOf(plan, here) };
    };
  }, [isReady, board, target, actor, readContext, readKnown, details]);
  const { prepared, set } = usePrepared(work);
  return {
    target,
    setTarget,
    ...prepared,
    plan: prepared.plan,
    summary: prepared.summary,
    problem: prepared.problem,
    state,
    stop: () => run?.stop(),
    forget: () => run?.forget(),
    start: async () => {
      if (run === undefined) return;
      const prepare = async () => {
        // Computed again: a colleague may have changed the project meanwhile.
        const now = (await work?.()) ?? {};
        set(now);
        return now.work;
      };
      const end = await warnBeforeUnload(run.start(prepare));
      if (end === undefined || run.isShown()) return;
      const show = () => {
        void navigate({ to: '.', search: (before) => ({ ...before, panel: 'import' }) });
      };
      showToast({
        id: 'import',
        message: endMessage(end),
        kind: end.phase === 'failed' ? 'error' : 'success',
        duration: false,
        action: { label: i18n.t('Show'), run: show },
      });
    },
  };
}

type Work = () => Promise<Prepared>;

/** Debounced result of `work`; empty until then. */
function usePrepared(work: Work | undefined) {
  const [given, setGiven] = useState<{ readonly of: Work; readonly prepared: Prepared }>();
  useEffect(() => {
    if (work === undefined) return undefined;
    let isOver = false;
    const prepare = async () => {
      const notify = (prepared: Prepared) => {
        if (!isOver) setGiven({ of: work, prepared });
      };
      try {
        notify(await work());
      } catch (error) {
        if (!isOver) notify({ problem: notPreparedMessage(causeOf(error)) });
      }
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
