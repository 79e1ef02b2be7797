import { labels } from '../../model/entities/label.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { projects } from '../../model/entities/project.ts';
import { tasks } from '../../model/entities/task.ts';
import {
  type SummaryCounts,
  summaryOf,
  type SummaryTask,
  type SummaryTaskPlace,
  type SummaryTasksQuestion,
} from '../../model/protocol/summary-tasks.ts';
import { searchable, wordsOf } from '../../model/shared/searchable.ts';
import { nextTurn } from '../shared/next-turn.ts';
import { numberOf, type SqlRow, textOf } from '../store/sql.ts';
import { eachChunk, type SummaryReads } from './counted-tasks.ts';
import { rowsById, rowsOf } from './read-rows.ts';
import type { Reads } from './reads.ts';
import { filtersOf } from './summary-filters.ts';
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
  const isFound = await searchTest(reads, question.q);
  const found: SqlRow[] = [];
  let behind: SummaryTaskPlace | null = question.behind ?? null;
  for (let read = 0; read < TASKS_A_PAGE && found.length <= most; read += TASKS_A_TURN) {
    const slice: Slice = await reads.snapshot((store) =>
      readSlice({ actor: reads.actor, store }, question, behind),
    );
    found.push(...slice.rows.filter((row) => wanted.has(textOf(row, 'project')) && isFound(row)));
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

/** Counts all tasks of the named projects that pass the filters; overdue on the person's day. */
export async function countSummaries(
  reads: SummaryReads,
  question: SummaryTasksQuestion,
): Promise<SummaryCounts> {
  const total = { overdue: 0, pending: 0, completed: 0 };
  const isFound = await searchTest(reads, question.q);
  const { q, today } = question;
  await eachChunk(reads, question, async (count) => {
    if (q === undefined) {
      const [row] = await count({ columns: { text: COUNTED, values: [today] } });
      if (row === undefined) return;
      const [completed, overdue] = [numberOf(row, 'completed'), numberOf(row, 'overdue')];
      total.completed += completed;
      total.overdue += overdue;
      total.pending += numberOf(row, 'found') - completed - overdue;
      return;
    }
    for (const row of await count({
      columns: { text: `${SEARCHED}, ${STATE}`, values: [today] },
    })) {
      if (!isFound(row)) continue;
      if (row['is_completed'] === 1) total.completed += 1;
      else if (row['is_overdue'] === 1) total.overdue += 1;
      else total.pending += 1;
    }
  });
  return total;
}

const COUNTED = `count(*) as found, count(case when is_completed = 1 then 1 end) as completed,
  count(case when is_completed = 0 and end_date < ? then 1 end) as overdue`;
const STATE =
  'is_completed, case when is_completed = 0 and end_date < ? then 1 else 0 end as is_overdue';
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

/** Test for the words of a search, as the overview on a device does it; without any every row passes. */
async function searchTest(
  { actor, snapshot }: SummaryReads,
  q: string | undefined,
): Promise<(row: SqlRow) => boolean> {
  if (q === undefined) return () => true;
  const [people, known, named] = await snapshot((store) =>
    Promise.all([
      rowsOf({ actor, store }, orgUsers),
      rowsOf({ actor, store }, labels),
      rowsOf({ actor, store }, projects),
    ]),
  );
  const persons = people.map(({ id, display_name }) => ({ id, name: display_name }));
  const words = wordsOf(q).map((word) => ({
    word,
    people: idsWith(persons, word),
    labels: idsWith(known, word),
    projects: idsWith(named, word),
  }));
  return (row) => {
    const name = searchable(textOf(row, 'name'));
    const holds = (ids: ReadonlySet<string>, column: string) =>
      typeof row[column] === 'string' && ids.has(row[column]);
    return words.every(
      (one) =>
        name.includes(one.word) ||
        holds(one.projects, 'project') ||
        holds(one.labels, 'label') ||
        holds(one.people, 'created_by') ||
        holds(one.people, 'assigned_to') ||
        (one.people.size > 0 && peopleIn(row).some((person) => one.people.has(person))),
    );
  };
}

function idsWith(
  rows: readonly { readonly id: string; readonly name: string }[],
  word: string,
): ReadonlySet<string> {
  return new Set(rows.filter(({ name }) => searchable(name).includes(word)).map(({ id }) => id));
}

/** Assignees of a multi-user task, stored as JSON. */
export function peopleIn(row: SqlRow): readonly string[] {
  const parsed: unknown = JSON.parse(textOf(row, 'assigned_users'));
  return Array.isArray(parsed) ? parsed.filter((one) => typeof one === 'string') : [];
}

function idOf(row: SqlRow): string {
  return textOf(row, 'id');
}

function placeOf(row: SqlRow): SummaryTaskPlace {
  return { created_at: textOf(row, 'created_at'), id: idOf(row) };
}
