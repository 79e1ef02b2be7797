import { tasks } from '../../model/entities/task.ts';
import {
  summaryOf,
  type SummaryTask,
  type SummaryTaskPlace,
  type SummaryTasksQuestion,
} from '../../model/protocol/summary-tasks.ts';
import { searchable } from '../../model/shared/searchable.ts';
import { nextTurn } from '../shared/next-turn.ts';
import { type SqlRow, textOf } from '../store/sql.ts';
import type { SummaryReads } from './counted-tasks.ts';
import { rowsById } from './read-rows.ts';
import type { Reads } from './reads.ts';
import { filtersOf } from './summary-filters.ts';
import { isFound, readSearch } from './summary-search.ts';
import { all, type Condition, guardOf } from './task-search.ts';

/** Tasks that one statement reads in search of a page, and those of one response. */
const TASKS_A_TURN = 2_000;
const TASKS_A_PAGE = 50_000;

interface Page {
  readonly tasks: readonly SummaryTask[];
  /** Null at the end. */
  readonly next: SummaryTaskPlace | null;
}

/**
 * The next tasks of the named projects that pass the filters, newest first. A page ends after `TASKS_A_PAGE` tasks of
 * the organisation, also when it has fewer than `most`: a rare word would otherwise read all of them at once.
 */
export async function readSummaryPage(
  reads: SummaryReads,
  question: SummaryTasksQuestion,
  most: number,
): Promise<Page> {
  const wanted = new Set(question.projects);
  const words = await readSearch(reads, question.q);
  const found: SqlRow[] = [];
  let behind: SummaryTaskPlace | null = question.behind ?? null;
  for (let read = 0; read < TASKS_A_PAGE && found.length <= most; read += TASKS_A_TURN) {
    const slice: Slice = await reads.snapshot((store) =>
      readSlice({ actor: reads.actor, store }, question, behind),
    );
    found.push(
      ...slice.rows.filter(
        (row) =>
          wanted.has(textOf(row, 'project')) &&
          (words.length === 0 || isFound(row, words, searchable(textOf(row, 'name')))),
      ),
    );
    behind = slice.end;
    if (behind === null) break;
    await nextTurn();
  }
  const page = found.slice(0, most);
  const last = page.at(-1);
  const rows = await reads.snapshot((store) =>
    rowsById({ actor: reads.actor, store }, tasks, page.map(idOf)),
  );
  const byId = new Map(rows.map((task) => [task.id, summaryOf(task)]));
  return {
    tasks: page.flatMap((row) => byId.get(idOf(row)) ?? []),
    next: found.length > most && last !== undefined ? placeOf(last) : behind,
  };
}

const SEARCHED = 'id, created_at, project, name, label, created_by, assigned_to, assigned_users';
/** Columns that the filters read. */
const FILTERED = `${SEARCHED}, collaborators, end_date, is_completed, is_completed_employee`;

interface Slice {
  readonly rows: readonly SqlRow[];
  /** Place of the last task that was read; null: there are no more. */
  readonly end: SummaryTaskPlace | null;
}

/**
 * The tasks that pass the filters among the next `TASKS_A_TURN` that the person may read. The end of the slice is one of
 * these as well, so that it says nothing about others.
 */
async function readSlice(
  { actor, store }: Reads,
  question: SummaryTasksQuestion,
  behind: SummaryTaskPlace | null,
): Promise<Slice> {
  const readable = all([...guardOf(actor), ...(behind === null ? [] : [older(behind)])]);
  const order = 'order by created_at desc, id desc';
  const next = `from tasks where ${readable.text} ${order}`;
  const where = all([{ text: '1 = 1', values: [] }, ...filtersOf(question)]);
  const rows = await store.all(
    `select ${SEARCHED} from (select ${FILTERED} ${next} limit ${TASKS_A_TURN}) tasks
     where ${where.text} ${order}`,
    [...readable.values, ...where.values],
  );
  const [last] = await store.all(
    `select created_at, id ${next} limit 1 offset ${TASKS_A_TURN - 1}`,
    readable.values,
  );
  return { rows, end: last === undefined ? null : placeOf(last) };
}

function older({ created_at, id }: SummaryTaskPlace): Condition {
  return { text: '(created_at, id) < (?, ?)', values: [created_at, id] };
}

function idOf(row: SqlRow): string {
  return textOf(row, 'id');
}

function placeOf(row: SqlRow): SummaryTaskPlace {
  return { created_at: textOf(row, 'created_at'), id: idOf(row) };
}
