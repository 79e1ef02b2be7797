import { useMemo } from 'react';
import type { Found } from '../../sync/client/index.ts';
import { useProjects } from './projects.ts';
import {
  type AnswerState,
  type SummaryFilters,
  useAbsentTasks,
  useSummarized,
} from './summary-tasks.ts';

/** Shortest text for which the server is asked: a letter would find nearly everything. */
const LETTERS = 2;
/** Longest text that the server reads. */
const MOST_LETTERS = 200;
/** No filter or number of this question depends on the day. */
const ANY_DAY = '2000-01-01';
/** Results shown. */
const MOST = 8;

/** Results of a search among the tasks that are not on this device. */
export interface AbsentFound {
  /** Number of projects whose tasks are not here; 0 also for a text for which the server is not asked. */
  readonly projects: number;
  readonly state: AnswerState;
  readonly found: readonly Found[];
}

/** Tasks of projects of which this device has only the summary, from the server; without those found here. */
export function useAbsentFound(text: string, here: readonly Found[]): AbsentFound {
  const summarized = useSummarized();
  const projects = useProjects();
  const q = text.trim().slice(0, MOST_LETTERS);
  const filters = useMemo(
    (): SummaryFilters | undefined => (q.length < LETTERS ? undefined : { q, today: ANY_DAY }),
    [q],
  );
  const answer = useAbsentTasks(summarized, filters, { counted: false, most: MOST });
  const found = useMemo(() => {
    const byId = new Map(projects?.map((project) => [project.id, project]));
    const known = new Set(here.filter(({ kind }) => kind === 'task').map(({ id }) => id));
    return answer.tasks.flatMap((task): readonly Found[] => {
      const project = byId.get(task.project);
      if (project === undefined || known.has(task.id)) return [];
      const { id, name: title, is_completed: isDone } = task;
      const place = { place: [project.name], slug: project.slug };
      const none = { excerpt: undefined, task: undefined, conversation: undefined };
      return [{ kind: 'task', id, title, ...place, ...none, isDone }];
    });
  }, [answer.tasks, projects, here]);
  return { projects: answer.projects, state: answer.state, found };
}
