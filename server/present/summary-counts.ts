import { projectOfScope, projectScope } from '../../model/entities/scopes.ts';
import type { SummaryCounts, SummaryTasksQuestion } from '../../model/protocol/summary-tasks.ts';
import { searchable } from '../../model/shared/searchable.ts';
import { isCleanText } from '../../model/shared/text.ts';
import { numberOf, type SqlRow, textOf } from '../store/sql.ts';
import { type Counting, eachChunk, type SummaryReads } from './counted-tasks.ts';
import { anyOf, stateFiltersOf } from './summary-filters.ts';
import { isFound, peopleIn, readSearch, type SearchedWord } from './summary-search.ts';
import { all, type Condition, containing, listing } from './task-search.ts';

/**
 * Counts all tasks of the named projects that pass the filters; overdue on the person's day.
 *
 * The database counts those that pass by columns of `tasks_counted_index` alone. A filter by people or words that such
 * a task does not pass may still be passed by what the index does not contain: its lists of people, or a name without a
 * stored searchable form. These tasks are few, have indexes of their own, and are tested one by one.
 */
export async function countSummaries(
  reads: SummaryReads,
  question: SummaryTasksQuestion,
): Promise<SummaryCounts> {
  const total = { overdue: 0, pending: 0, completed: 0 };
  const { projects, today } = question;
  const asked = { question, words: await readSearch(reads, question.q) };
  const chunks = { projects, filters: stateFiltersOf(question) };
  await eachChunk(reads, chunks, async (count, some) => {
    const indexed = indexedOf(asked, some);
    const [row] = await count({ columns: { text: COUNTED, values: [today] }, where: indexed });
    if (row !== undefined) {
      const [completed, overdue] = [numberOf(row, 'completed'), numberOf(row, 'overdue')];
      total.completed += completed;
      total.overdue += overdue;
      total.pending += numberOf(row, 'found') - completed - overdue;
    }
    if (indexed.length === 0) return;
    for (const { columns, where, passes } of restOf(asked, isNot(all(indexed)))) {
      for (const task of await count({ columns, where })) {
        if (!passes(task)) continue;
        if (task['is_completed'] === 1) total.completed += 1;
        else if (task['is_overdue'] === 1) total.overdue += 1;
        else total.pending += 1;
      }
    }
  });
  return total;
}

const COUNTED = `count(*) as found, count(case when is_completed = 1 then 1 end) as completed,
  count(case when is_completed = 0 and end_date < ? then 1 end) as overdue`;
const TESTED = `scope, label, created_by, assigned_to, assigned_users, collaborators, is_completed,
  case when is_completed = 0 and end_date < ? then 1 else 0 end as is_overdue`;

/** A question with the words of its search. */
interface Asked {
  readonly question: SummaryTasksQuestion;
  readonly words: readonly SearchedWord[];
}

/** An expression: SQLite prefers the index of open tasks by assignee to the one for counts. */
const ASSIGNEE = "coalesce(assigned_to, '')";
/** Ids in one value, as keys of a JSON object: both databases read these by the same name, and a list by another one. */
const AMONG = 'in (select key from json_each(?))';

/** Filters by people and words, as far as the index for counts contains what they read. */
function indexedOf({ question, words }: Asked, some: readonly string[]): readonly Condition[] {
  const { assignees, person } = question;
  return [
    ...(assignees === undefined
      ? []
      : [{ text: `${ASSIGNEE} ${AMONG}`, values: [keysOf(assignees)] }]),
    ...(person === undefined
      ? []
      : [{ text: `(${ASSIGNEE} = ? or created_by = ?)`, values: [person, person] }]),
    ...words.map(({ word, people, labels, projects }) => {
      const persons = keysOf(people);
      const scopes = some.filter((project) => projects.has(project)).map(projectScope);
      return {
        text: String.raw`(name_searched like ? escape '\' or label ${AMONG} or created_by ${AMONG}
          or assigned_to ${AMONG} or scope ${AMONG})`,
        values: [containing(word), keysOf(labels), persons, persons, keysOf(scopes)],
      };
    }),
  ];
}

/** An id that no database can store is the id of nothing. */
function keysOf(ids: Iterable<string>): string {
  return JSON.stringify(Object.fromEntries([...ids].filter(isCleanText).map((id) => [id, 0])));
}

/** Also true where the condition is null. */
function isNot({ text, values }: Condition): Condition {
  return { text: `(${text}) is not true`, values };
}

interface Rest extends Pick<Counting, 'columns'> {
  readonly where: readonly Condition[];
  readonly passes: (row: SqlRow) => boolean;
}

// Word for word the conditions of the indexes of migration 0097, which the databases recognise by their text.
const SEVERAL = { text: "assigned_users <> '[]'", values: [] };
const COLLABORATORS = { text: "collaborators <> '[]'", values: [] };
const SHORT = {
  text: `name_searched is not null
    and octet_length(assigned_users) + octet_length(collaborators) <= 1000`,
  values: [],
};
const LONG = {
  text: `(name_searched is null
    or octet_length(assigned_users) + octet_length(collaborators) > 1000)`,
  values: [],
};

/** The other tasks that can pass. Each is counted by one of the statements. */
function restOf(asked: Asked, others: Condition): readonly Rest[] {
  const { assignees = [], person, today } = asked.question;
  const persons = person === undefined ? [] : [person];
  const found = asked.words.flatMap((word) => [...word.people]);
  const people = new Set([...assignees, ...persons, ...found]);
  const isListed = (row: SqlRow) => peopleIn(row).some((one) => people.has(one));
  const test = passesOf(asked);
  const short = { text: `${TESTED}, name_searched`, values: [today] };
  const several: Rest = {
    columns: short,
    where: [others, SEVERAL, SHORT, ...listed('assigned_users', [...people])],
    passes: (row) => isListed(row) && test(row),
  };
  const collaborated: Rest = {
    columns: short,
    where: [others, COLLABORATORS, SHORT, ...listed('collaborators', persons)],
    passes: (row) => !isListed(row) && test(row),
  };
  const long: Rest = {
    columns: { text: `${TESTED}, name`, values: [today] },
    where: [others, LONG],
    passes: test,
  };
  return [
    ...(people.size === 0 ? [] : [several]),
    ...(person === undefined ? [] : [collaborated]),
    long,
  ];
}

/** People whom the database searches in lists; with more of them it takes longer than reading all lists. */
const MOST_LISTED = 8;

/** Condition that a list with one of these people passes, and few others. */
function listed(column: string, people: readonly string[]): readonly Condition[] {
  const known = people.filter(isCleanText);
  if (known.length > MOST_LISTED) return [];
  const text = String.raw`${column} like ? escape '\'`;
  return [anyOf(known.map((one) => ({ text, values: [listing(one)] })))];
}

/** Test of a whole row. */
function passesOf({ question, words }: Asked): (row: SqlRow) => boolean {
  const { assignees, person } = question;
  const wanted = assignees && new Set(assignees);
  return (row) => {
    const { assigned_to: assignee } = row;
    const several = peopleIn(row);
    const concerns = (id: string) =>
      assignee === id ||
      row['created_by'] === id ||
      several.includes(id) ||
      peopleIn(row, 'collaborators').includes(id);
    const isWanted = (one: unknown) => typeof one === 'string' && wanted?.has(one) === true;
    if (wanted !== undefined && !isWanted(assignee) && !several.some(isWanted)) return false;
    if (person !== undefined && !concerns(person)) return false;
    if (words.length === 0) return true;
    const name = row['name_searched'] ?? searchable(textOf(row, 'name'));
    const project = projectOfScope(textOf(row, 'scope')) ?? null;
    return isFound({ ...row, project }, words, String(name));
  };
}
