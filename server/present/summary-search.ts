import { searchable, wordsOf } from '../../model/shared/searchable.ts';
import { type SqlRow, textOf } from '../store/sql.ts';
import type { SummaryReads } from './counted-tasks.ts';

/** A word of a search, and the ids of the rows whose names contain it. */
export interface SearchedWord {
  readonly word: string;
  readonly people: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
  readonly projects: ReadonlySet<string>;
}

/** The words of a search, each once; none without one. */
export async function readSearch(
  { actor, snapshot }: SummaryReads,
  q: string | undefined,
): Promise<readonly SearchedWord[]> {
  const words = [...new Set(wordsOf(q ?? ''))].filter((word) => word !== '');
  if (words.length === 0) return [];
  return await snapshot(async (store) => {
    const named = async (table: string, name = 'name'): Promise<Named> => {
      const text = `select id, ${name} as name from ${table} where org_id = ?`;
      const rows = await store.all(text, [actor.orgId]);
      return rows.map((row) => [textOf(row, 'id'), searchable(textOf(row, 'name'))]);
    };
    const people = await named('org_users', 'display_name');
    const labels = await named('labels');
    const projects = await named('projects');
    return words.map((word) => ({
      word,
      people: idsWith(people, word),
      labels: idsWith(labels, word),
      projects: idsWith(projects, word),
    }));
  });
}

type Named = readonly (readonly [id: string, name: string])[];

/** True if each word is in a name of the task, as the overview on a device decides it. `name`: in its searchable form. */
export function isFound(row: SqlRow, words: readonly SearchedWord[], name: string): boolean {
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
}

function idsWith(rows: Named, word: string): ReadonlySet<string> {
  return new Set(rows.filter(([, name]) => name.includes(word)).map(([id]) => id));
}

/** People of a task in a column that stores them as JSON; its assignees unless another is named. */
export function peopleIn(row: SqlRow, column = 'assigned_users'): readonly string[] {
  const parsed: unknown = JSON.parse(textOf(row, column));
  return Array.isArray(parsed) ? parsed.filter((one) => typeof one === 'string') : [];
}
