import {
  summaryTasksSchema,
  type SummaryTasksAnswer,
} from '../../../model/protocol/summary-tasks.ts';
import { countSummaries } from '../../present/summary-counts.ts';
import { figuresOfSummaries } from '../../present/summary-figures.ts';
import { readSummaryPage } from '../../present/summary-tasks.ts';
import { NOTHING, type Route, tenantRoute } from '../pipeline.ts';

const NO_TASKS = { tasks: [], next: null };

/** A POST that only reads: the ids of thousands of projects do not fit into an address. */
const summaryTasks = tenantRoute({
  method: 'POST',
  path: 'task/summary/list/',
  summary:
    'The active tasks of the named projects that one may see, filtered: a page of them, newest first, their number, and the figures of a dashboard. For devices that do not keep these tasks',
  token: 'read',
  query: NOTHING,
  body: summaryTasksSchema,
  handle: async ({ actor, services, body }) => {
    const { most = 50, counted, weeks } = body;
    const reads = { actor, snapshot: services.database.snapshot };
    const page = most === 0 ? NO_TASKS : await readSummaryPage(reads, body, most);
    const data: SummaryTasksAnswer = {
      counts: counted === true ? await countSummaries(reads, body) : null,
      figures: weeks === undefined ? null : await figuresOfSummaries(reads, body, weeks),
      ...page,
      tasks: [...page.tasks],
    };
    return { data };
  },
});

export const SUMMARY_TASK_RESOURCES: readonly Route[] = [summaryTasks];
