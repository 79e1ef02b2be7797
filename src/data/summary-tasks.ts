import { useCallback, useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import {
  MOST_PROJECTS,
  MOST_TASKS,
  parseSummaryTasks,
  type SummaryCounts,
  type SummaryFigures,
  type SummaryTask,
  type SummaryTaskPlace,
  type SummaryTasksAnswer,
  type SummaryTasksQuestion,
  summaryTasksSchema,
} from '../../model/protocol/summary-tasks.ts';
import { type Client, receivedHere } from '../../sync/client/index.ts';
import { useAccount, useClient } from './client.tsx';
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

/** What is known of a question. */
export interface Read {
  /** Question that was answered. */
  readonly key: string;
  readonly counts: SummaryCounts | undefined;
  readonly tasks: readonly SummaryTask[];
  readonly next: SummaryTaskPlace | null;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

const NOTHING: Omit<Read, 'key'> = {
  counts: undefined,
  tasks: [],
  next: null,
  isLoading: true,
  hasFailed: false,
};

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
  const isReachable = useIsReachable();
  const isAsked = projects.length > 0 && filters !== undefined;
  const key = isAsked ? JSON.stringify({ ...filters, projects }) : '';
  const question = useMemo(
    (): SummaryTasksQuestion | undefined =>
      key === '' ? undefined : v.parse(summaryTasksSchema, JSON.parse(key)),
    [key],
  );
  const [read, setRead] = useState<Read>({ ...NOTHING, key });
  const [attempt, setAttempt] = useState(0);
  const load = useCallback(
    async (before: Read, isWanted: () => boolean) => {
      const set = (now: Read) => {
        if (isWanted()) setRead(now);
      };
      if (question === undefined) return;
      try {
        await readPages(client, { question, before, counted, most, isWanted, set });
      } catch {
        set({ ...before, isLoading: false, hasFailed: true });
      }
    },
    [client, question, counted, most],
  );
  useEffect(() => {
    if (key === '' || !isReachable) return undefined;
    let isGone = false;
    const ask = () => void load({ ...NOTHING, key }, () => !isGone);
    const timer = setTimeout(ask, PAUSE);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [key, isReachable, load, attempt]);
  const current = read.key === key ? read : { ...NOTHING, key };
  const isRead = current.counts !== undefined || current.tasks.length > 0 || !current.isLoading;
  return {
    projects: isAsked ? projects.length : 0,
    state: stateOf({ isReachable, isRead, hasFailed: current.hasFailed }),
    counts: current.counts,
    tasks: current.tasks,
    hasMore: current.next !== null,
    isLoading: current.isLoading,
    more: () => {
      const now = { ...current, isLoading: true, hasFailed: false };
      setRead(now);
      void load(now, () => true);
    },
    again: () => setAttempt((last) => last + 1),
  };
}

function stateOf(input: {
  readonly isReachable: boolean;
  readonly isRead: boolean;
  readonly hasFailed: boolean;
}): AnswerState {
  if (input.hasFailed) return 'failed';
  if (input.isRead) return 'here';
  return input.isReachable ? 'asked' : 'offline';
}

interface Pages {
  readonly question: SummaryTasksQuestion;
  readonly before: Read;
  readonly counted: boolean;
  readonly most: number;
  readonly isWanted: () => boolean;
  readonly set: (read: Read) => void;
}

/** Reads until there are `most` further tasks or no more: a page of the server may have fewer. */
export async function readPages(
  client: Client,
  { question, before, counted, most, isWanted, set }: Pages,
): Promise<void> {
  let read: Read = before;
  let isFirst = before.tasks.length === 0 && before.next === null;
  const wanted = before.tasks.length + most;
  while (isWanted() && read.tasks.length < wanted && (isFirst || read.next !== null)) {
    const behind = read.next === null ? {} : { behind: read.next };
    const page = await ask(client, { ...question, ...behind, most: wanted - read.tasks.length });
    read = { ...read, tasks: [...read.tasks, ...page.tasks], next: page.next };
    isFirst = false;
    set(read);
  }
  if (counted && read.counts === undefined && isWanted()) {
    const { counts } = await ask(client, { ...question, counted, most: 0 });
    read = { ...read, counts: counts ?? undefined };
  }
  set({ ...read, isLoading: false });
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
    const { db, orgId } = account;
    const stop = new AbortController();
    const set = (figures: SummaryFigures | undefined) => {
      if (!stop.signal.aborted) setAnswer({ of: projects, figures });
    };
    let isHere = false;
    const read = async () => {
      try {
        const question = { projects: [...projects], today, weeks: [...weeks], most: 0 };
        const { figures } = await ask(client, question);
        set(figures ?? undefined);
        isHere = true;
      } catch (error) {
        // Earlier figures stay: they are closer to the truth than none.
        if (!isHere) set(undefined);
        throw error;
      }
    };
    const cursor = async () => (await receivedHere(db, orgId))?.cursor;
    const isVisible = () => document.visibilityState === 'visible';
    const now = () => performance.now();
    void readOnChanges({ cursor, read, isVisible, now }, stop.signal);
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
    const page: SummaryTasksAnswer = await ask(client, {
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

async function ask(client: Client, question: SummaryTasksQuestion): Promise<SummaryTasksAnswer> {
  const body = { ...question, projects: question.projects.slice(0, MOST_PROJECTS) };
  return await client.own.request({ path: 'task/summary/list/', body }, parseSummaryTasks);
}
