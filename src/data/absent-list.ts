import {
  MOST_TASKS,
  type SummaryCounts,
  type SummaryTask,
  type SummaryTaskPlace,
  type SummaryTasksQuestion,
} from '../../model/protocol/summary-tasks.ts';
import type { Client, Observed } from '../../sync/client/index.ts';
import { askSummaries } from './ask-summaries.ts';

/** What is known of a question. */
export interface Read {
  readonly counts: SummaryCounts | undefined;
  readonly tasks: readonly SummaryTask[];
  readonly next: SummaryTaskPlace | null;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

export const NOTHING: Read = {
  counts: undefined,
  tasks: [],
  next: null,
  isLoading: true,
  hasFailed: false,
};

/** Tasks that pass the filters of a question, from the server. Nothing is read without listeners. */
export interface AbsentList extends Observed<Read> {
  readonly current: () => Read;
  /**
   * Reads the first page, or again as many tasks as are known: these stay until the new ones are complete. Rejects with
   * CairnError.
   */
  readonly refresh: () => Promise<void>;
  /** Reads a further page. */
  readonly more: () => Promise<void>;
  /** Forgets a failure before the first answer. */
  readonly retry: () => void;
}

export interface ListInput {
  readonly question: SummaryTasksQuestion;
  /** With the number of all tasks. */
  readonly counted: boolean;
  /** Tasks of a page. */
  readonly most: number;
}

export function absentList(client: Client, { question, counted, most }: ListInput): AbsentList {
  const listeners = new Set<() => void>();
  let current: Read = NOTHING;
  let last: Promise<void> = Promise.resolve();
  const publish = (read: Read) => {
    current = read;
    for (const listener of listeners) listener();
  };
  const isWanted = () => listeners.size > 0;
  /** One after the other: a page that is read behind the last task continues the tasks that are known by then. */
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const read = (before: Read, wanted: number, pages: (read: Read) => void) =>
    readPages(client, {
      question,
      before,
      counted,
      most: wanted,
      isWanted,
      set: (now) => {
        if (isWanted()) pages(now);
      },
    });
  return {
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh: () =>
      inOrder(async () => {
        if (!isWanted()) return;
        const isFirst = !isRead(current);
        let newest = current;
        try {
          await read(NOTHING, Math.max(most, current.tasks.length), (now) => {
            newest = now;
            if (isFirst) publish(now);
          });
        } catch (error) {
          // Earlier tasks stay: they are closer to the truth than none.
          if (isFirst) publish({ ...current, isLoading: false, hasFailed: true });
          throw error;
        }
        if (isWanted()) publish(newest);
      }),
    more: () => {
      publish({ ...current, isLoading: true, hasFailed: false });
      return inOrder(async () => {
        try {
          await read({ ...current, isLoading: true }, most, publish);
        } catch {
          publish({ ...current, isLoading: false, hasFailed: true });
        }
      });
    },
    retry: () => {
      if (!isRead(current)) publish(NOTHING);
    },
  };
}

/** True once the server has answered. */
export function isRead({ counts, tasks, isLoading, hasFailed }: Read): boolean {
  return counts !== undefined || tasks.length > 0 || (!isLoading && !hasFailed);
}

interface Pages extends ListInput {
  readonly before: Read;
  readonly isWanted: () => boolean;
  readonly set: (read: Read) => void;
}

/** Reads until there are `most` further tasks or no more: a page of the server may have fewer. */
export async function readPages(
  client: Client,
  { question, before, counted, most, isWanted, set }: Pages,
): Promise<void> {
  let read = before;
  let isFirst = before.tasks.length === 0 && before.next === null;
  const wanted = before.tasks.length + most;
  while (isWanted() && read.tasks.length < wanted && (isFirst || read.next !== null)) {
    const behind = read.next === null ? {} : { behind: read.next };
    const missing = Math.min(MOST_TASKS, wanted - read.tasks.length);
    const page = await askSummaries(client, { ...question, ...behind, most: missing });
    read = { ...read, tasks: [...read.tasks, ...page.tasks], next: page.next };
    isFirst = false;
    set(read);
  }
  if (counted && read.counts === undefined && isWanted()) {
    const { counts } = await askSummaries(client, { ...question, counted, most: 0 });
    read = { ...read, counts: counts ?? undefined };
  }
  set({ ...read, isLoading: false });
}
