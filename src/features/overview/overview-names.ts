import { assigneesOf } from '../../../model/entities/task.ts';
import type { TaskSummary } from '../../data/all-tasks.ts';
import { searchable, wordsOf } from '../../../model/shared/searchable.ts';

/** Names of the rows that tasks refer to, by id. */
export interface Names {
  readonly people: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, string>;
  /** Active projects only. */
  readonly projects: ReadonlyMap<string, string>;
}

/**
 * Test for a search: every word is in the name of the task, its label, its project or one of its people. The
 * test gets a task and its index in `tasks`.
 */
export function searchTest(
  q: string,
  tasks: readonly TaskSummary[],
  { people, labels, projects }: Names,
): (task: TaskSummary, index: number) => boolean {
  const texts = textsOf(tasks);
  // A name of a label is tested once per word, not once per task.
  const words = wordsOf(q).map((word) => ({
    word,
    people: idsWith(people, word),
    labels: idsWith(labels, word),
    projects: idsWith(projects, word),
  }));
  return (task, index) =>
    words.every(
      (found) =>
        texts[index]?.includes(found.word) === true ||
        found.projects.has(task.project) ||
        (task.label !== null && found.labels.has(task.label)) ||
        (found.people.size > 0 &&
          (found.people.has(task.created_by) ||
            assigneesOf(task).some((person) => found.people.has(person)))),
    );
}

/** Number of names that are converted without a pause. */
const AT_ONCE = 1000;

/**
 * Converts the names of the tasks between clicks and keys, so that the first letter of a search does not wait
 * for 50,000 of them. Returns a function that stops it.
 */
export function prepareSearch(tasks: readonly TaskSummary[]): () => void {
  let start = 0;
  const convert = () => {
    tasks.slice(start, start + AT_ONCE).forEach(textOf);
    start += AT_ONCE;
    if (start < tasks.length) timer = setTimeout(convert);
  };
  let timer = setTimeout(convert);
  return () => clearTimeout(timer);
}

/** Searchable names of the tasks of a list. */
const TEXTS = new WeakMap<readonly TaskSummary[], readonly string[]>();
/** The same by task: another order, or a change of one task, does not convert 50,000 names again. */
const TEXT = new WeakMap<TaskSummary, string>();

function textsOf(tasks: readonly TaskSummary[]): readonly string[] {
  const known = TEXTS.get(tasks);
  if (known !== undefined) return known;
  const texts = tasks.map(textOf);
  TEXTS.set(tasks, texts);
  return texts;
}

function textOf(task: TaskSummary): string {
  const text = TEXT.get(task) ?? searchable(task.name);
  TEXT.set(task, text);
  return text;
}

const SEARCHABLE = new WeakMap<ReadonlyMap<string, string>, ReadonlyMap<string, string>>();

function idsWith(names: ReadonlyMap<string, string>, word: string): ReadonlySet<string> {
  const texts =
    SEARCHABLE.get(names) ?? new Map(Array.from(names, ([id, name]) => [id, searchable(name)]));
  SEARCHABLE.set(names, texts);
  const ids = new Set<string>();
  for (const [id, text] of texts) if (text.includes(word)) ids.add(id);
  return ids;
}
