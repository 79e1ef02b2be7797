import { labels } from '../../model/entities/label.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { projects } from '../../model/entities/project.ts';
import { projectScope } from '../../model/entities/scopes.ts';
import { tasks } from '../../model/entities/task.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import {
  type SummaryCounts,
  summaryOf,
  type SummaryTask,
  type SummaryTaskPlace,
  type SummaryTasksQuestion,
} from '../../model/protocol/summary-tasks.ts';
import { searchable, wordsOf } from '../../model/shared/searchable.ts';
import { nextTurn } from '../shared/next-turn.ts';
import type { Snapshot } from '../store/database.ts';
import { marks, numberOf, type SqlRow, type SqlValue, textOf } from '../store/sql.ts';
import { powersOfTwo } from '../writer/batch-sql.ts';
import { rowsById, rowsOf } from './read-rows.ts';
import type { Reads } from './reads.ts';
import { all, assignedTo, concerning, type Condition, flag, guardOf } from './task-search.ts';

/** Projects whose tasks one statement counts: other requests have their turn in between. */
const PROJECTS_A_TURN = 16;
/** Tasks that one statement reads in search of a page, and those of one response. */
const TASKS_A_TURN = 2_000;
const TASKS_A_PAGE = 50_000;

/** What the reads of one question need. Each statement is a snapshot of its own, so that none waits for all. */
export interface SummaryReads {
  readonly actor: Actor;
  readonly snapshot: <T>(work: (store: Snapshot) => Promise<T>) => Promise<T>;
}

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
  const isSearched = question.q !== undefined;
  const columns = isSearched ? `${SEARCHED}, ${STATE}` : `count(*) as found, ${STATE}`;
  const groups = isSearched ? '' : 'group by is_completed, is_overdue';
  await eachChunk(reads, question, async ({ store, where }) => {
    const rows = await store.all(`select ${columns} from tasks where ${where.text} ${groups}`, [
      question.today,
      ...where.values,
    ]);
    for (const row of rows) {
      if (isSearched && !isFound(row)) continue;
      const count = isSearched ? 1 : numberOf(row, 'found');
      if (row['is_completed'] === 1) total.completed += count;
      else if (row['is_overdue'] === 1) total.overdue += count;
      else total.pending += count;
    }
  });
  return total;
}

/** One statement's share of the named projects. */
interface Chunk {
  readonly store: Snapshot;
  /** Guard, projects and filters but for the words. */
  readonly where: Condition;
}

/** Calls `work` for a few projects at a time. */
export async function eachChunk(
  { actor, snapshot }: SummaryReads,
  question: SummaryTasksQuestion,
  work: (chunk: Chunk) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < question.projects.length; start += PROJECTS_A_TURN) {
    const named = question.projects.slice(start, start + PROJECTS_A_TURN);
    for (const some of powersOfTwo(named)) {
      const scopes = { text: `scope in (${marks(some.length)})`, values: some.map(projectScope) };
      const where = all([...guardOf(actor), scopes, ...filtersOf(question)]);
      await snapshot((store) => work({ store, where }));
    }
    await nextTurn();
  }
}

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

function filtersOf(question: SummaryTasksQuestion): readonly Condition[] {
  const { today, assignees, statuses, created_from, created_before } = question;
  const { person, is_completed, is_completed_employee } = question;
  return [
    ...(assignees === undefined ? [] : [anyOf(assignees.map(assignedTo))]),
    ...(person === undefined ? [] : [concerning(person)]),
    ...(statuses === undefined ? [] : [anyOf(statuses.map((one) => statusOf(one, today)))]),
    ...(is_completed === undefined ? [] : [flag('is_completed', is_completed)]),
    ...(is_completed_employee === undefined
      ? []
      : [flag('is_completed_employee', is_completed_employee)]),
    ...(created_from === undefined ? [] : [compared('created_at >= ?', created_from)]),
    ...(created_before === undefined ? [] : [compared('created_at < ?', created_before)]),
  ];
}

type Status = NonNullable<SummaryTasksQuestion['statuses']>[number];

/** As `taskStatus` derives it. */
function statusOf(status: Status, today: string): Condition {
  switch (status) {
    case 'Completed':
      return flag('is_completed', true);
    case 'Over Due':
      return compared('(is_completed = 0 and end_date < ?)', today);
    case 'WIP':
      return compared('(is_completed = 0 and (end_date is null or end_date >= ?))', today);
  }
}

function compared(text: string, value: SqlValue): Condition {
  return { text, values: [value] };
}

/** An empty list is passed by nothing. */
function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { text: '1 = 0', values: [] };
  return {
    text: `(${conditions.map(({ text }) => text).join(' or ')})`,
    values: conditions.flatMap(({ values }) => values),
  };
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
