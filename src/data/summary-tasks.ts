import { useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import {
  MOST_TASKS,
  type SummaryCounts,
  type SummaryFigures,
  type SummaryTask,
  type SummaryTaskPlace,
  type SummaryTasksAnswer,
  type SummaryTasksQuestion,
  summaryTasksSchema,
} from '../../model/protocol/summary-tasks.ts';
import { type Account, type Client, receivedHere } from '../../sync/client/index.ts';
import { absentList, isRead, NOTHING } from './absent-list.ts';
import { askSummaries } from './ask-summaries.ts';
import { useAccount, useClient } from './client.tsx';
import { itself, useObserved } from './observed.ts';
import { pause } from './pause.ts';
import { useOutlines } from './project-details.ts';
import { useProjects } from './projects.ts';
import { readOnChanges } from './read-on-changes.ts';
import { useIsReachable } from './sync-status.ts';

export type { SummaryCounts, SummaryFigures, SummaryTask };

/** Filters of a question; the projects are those of which this device has only the summary. */
export type SummaryFilters = Omit<
  SummaryTasksQuestion,
  'projects' | 'most' | 'behind' | 'counted' | 'weeks'
>;

/** Tasks that a list shows at first, and with each press of its button. */
const PAGE = 50;
/** Time in which a change of the filters replaces the one before. Milliseconds. */
const PAUSE = 400;

/** A question about any number of projects. */
const wholeQuestionSchema = v.strictObject({
  ...summaryTasksSchema.entries,
  projects: v.array(v.string()),
});

/** Active projects of which this device has only the summary, in a stable order. Same reference while nothing changes. */
export function useSummarized(): readonly string[] {
  const { summarized } = useOutlines();
  const projects = useProjects();
  const known = useMemo(() => {
    const active = new Set(projects?.map(({ id }) => id));
    return summarized.filter((id) => active.has(id)).toSorted();
  }, [summarized, projects]);
  const [kept, setKept] = useState(known);
  if (kept.join() === known.join()) return kept;
  setKept(known);
  return known;
}

/** Where an answer of the server is. */
export type AnswerState = 'offline' | 'asked' | 'failed' | 'here';

/** What the server knows of tasks that are not on this device. */
export interface AbsentTasks {
  /** Number of projects that were asked about; 0: there is nothing to ask. */
  readonly projects: number;
  readonly state: AnswerState;
  /** Numbers of all tasks that pass the filters; undefined until they are here. */
  readonly counts: SummaryCounts | undefined;
  /** Tasks that were read so far, newest first. */
  readonly tasks: readonly SummaryTask[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly more: () => void;
  /** Asks again after a failure. */
  readonly again: () => void;
}

/**
 * Tasks of these projects that pass the filters, from the server, page by page. Undefined filters ask nothing.
 * `counted`: with the number of all of them.
 */
export function useAbsentTasks(
  projects: readonly string[],
  filters: SummaryFilters | undefined,
  { counted, most = PAGE }: { readonly counted: boolean; readonly most?: number },
): AbsentTasks {
  const client = useClient();
  const account = useAccount();
  const isReachable = useIsReachable();
  const isAsked = projects.length > 0 && filters !== undefined;
  const key = isAsked ? JSON.stringify({ ...filters, projects }) : '';
  const list = useMemo(() => {
    if (key === '') return undefined;
    const question = v.parse(wholeQuestionSchema, JSON.parse(key));
    return absentList(client, { question, counted, most });
  }, [client, key, counted, most]);
  const read = useObserved(list, itself) ?? NOTHING;
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (list === undefined || account === undefined || !isReachable) return undefined;
    const stop = new AbortController();
    void pause(PAUSE, stop.signal).then(() => followOrg(account, list.refresh, stop.signal));
    return () => stop.abort();
  }, [list, account, isReachable, attempt]);
  return {
    projects: isAsked ? projects.length : 0,
    state: stateOf({ isReachable, isRead: isRead(read), hasFailed: read.hasFailed }),
    counts: read.counts,
    tasks: read.tasks,
    hasMore: read.next !== null,
    isLoading: read.isLoading,
    more: () => void list?.more(),
    again: () => {
      list?.retry();
      setAttempt((last) => last + 1);
    },
  };
}

/** Calls `read` at once, and again after changes of the organisation while the page is visible. */
function followOrg(
  { db, orgId }: Account,
  read: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const cursor = async () => (await receivedHere(db, orgId))?.cursor;
  const isVisible = () => document.visibilityState === 'visible';
  return readOnChanges({ cursor, read, isVisible, now: () => performance.now() }, signal);
}

function stateOf(input: {
  readonly isReachable: boolean;
  readonly isRead: boolean;
  readonly hasFailed: boolean;
}): AnswerState {
  if (!input.isReachable && !input.isRead) return 'offline';
  if (input.hasFailed) return 'failed';
  return input.isRead ? 'here' : 'asked';
}

/** Figures of the tasks of these projects, from the server. */
export interface AbsentFigures {
  readonly projects: number;
  readonly state: AnswerState;
  /** Undefined until they are here. */
  readonly figures: SummaryFigures | undefined;
  readonly again: () => void;
}

/**
 * Figures that follow the changes of the organisation while the page is visible. `weeks`: instants at which weeks begin,
 * and the end of the last one. Same reference while nothing changes.
 */
export function useAbsentFigures(
  projects: readonly string[],
  { today, weeks }: { readonly today: string; readonly weeks: readonly string[] },
): AbsentFigures {
  const client = useClient();
  const account = useAccount();
  const isReachable = useIsReachable();
  const [answer, setAnswer] = useState<{
    readonly of: readonly string[];
    readonly figures: SummaryFigures | undefined;
  }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (projects.length === 0 || !isReachable || account === undefined) return undefined;
    const stop = new AbortController();
    const set = (figures: SummaryFigures | undefined) => {
      if (!stop.signal.aborted) setAnswer({ of: projects, figures });
    };
    let isHere = false;
    const read = async () => {
      try {
        const question = { projects: [...projects], today, weeks: [...weeks], most: 0 };
        const { figures } = await askSummaries(client, question);
        set(figures ?? undefined);
        isHere = true;
      } catch (error) {
        // Earlier figures stay: they are closer to the truth than none.
        if (!isHere) set(undefined);
        throw error;
      }
    };
    void followOrg(account, read, stop.signal);
    return () => stop.abort();
  }, [client, account, projects, today, weeks, isReachable, attempt]);
  // Figures of other projects, or of a time without a network, are none of these.
  const known = isReachable && answer?.of === projects ? answer : undefined;
  const isRead = known?.figures !== undefined;
  const hasFailed = known !== undefined && !isRead;
  return {
    projects: projects.length,
    state: stateOf({ isReachable, isRead, hasFailed }),
    figures: known?.figures,
    again: () => {
      setAnswer(undefined);
      setAttempt((last) => last + 1);
    },
  };
}

/** Every task of these projects that passes the filters, newest first; rejects with CairnError. */
export async function readAbsentTasks(
  client: Client,
  projects: readonly string[],
  filters: SummaryFilters,
): Promise<readonly SummaryTask[]> {
  const found: SummaryTask[] = [];
  let next: SummaryTaskPlace | null = null;
  if (projects.length === 0) return found;
  do {
    const behind: Partial<SummaryTasksQuestion> = next === null ? {} : { behind: next };
    const page: SummaryTasksAnswer = await askSummaries(client, {
      ...filters,
      ...behind,
      projects: [...projects],
      most: MOST_TASKS,
    });
    found.push(...page.tasks);
    next = page.next;
  } while (next !== null);
  return found;
}
