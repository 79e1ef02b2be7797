import { cards } from '../../model/entities/card.ts';
import { comments } from '../../model/entities/comment.ts';
import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { groups } from '../../model/entities/group.ts';
import { messages } from '../../model/entities/message.ts';
import { noteTags } from '../../model/entities/note-tag.ts';
import { notes } from '../../model/entities/note.ts';
import { orgUsers } from '../../model/entities/org-user.ts';
import { projects } from '../../model/entities/project.ts';
import { roles } from '../../model/entities/role.ts';
import { groupOfScope, peopleOfDirect } from '../../model/entities/scopes.ts';
import { subtasks } from '../../model/entities/subtask.ts';
import { tasks } from '../../model/entities/task.ts';
import { todos } from '../../model/entities/todo.ts';
import { workspaces } from '../../model/entities/workspace.ts';
import { mentionsOf, withMentionNames } from '../../model/shared/mentions.ts';
import { plainText } from '../../model/shared/plain-text.ts';
import { type AccountDb, rows } from '../store/database.ts';
import { excerptOf, normalise } from './search-index.ts';
import type { Found, FoundKind, FoundRef } from './search-types.ts';

/** Current details of search results; deleted rows are left out. */
export type SearchDetails = (
  refs: readonly FoundRef[],
  words: readonly string[],
) => Promise<readonly Found[]>;

/**
 * Reads the rows and their parents in one transaction, because each needs several rows. `me` is the organisation user
 * of the store.
 */
export function createDetails(db: AccountDb, me: string): SearchDetails {
  const all: Readonly<Record<FoundKind, DetailReader>> = {
    ...workDetails(db),
    ...peopleDetails(db, me),
  };
  const detailsOf = async ({ kind, id }: FoundRef, words: readonly string[]) => {
    const seen = await all[kind](id, words);
    return seen === undefined ? undefined : { ...NOTHING, ...seen, kind, id };
  };
  return async (refs, words) => {
    const found = await db.dexie.transaction('r', TABLES, () =>
      Promise.all(refs.map((ref) => detailsOf(ref, words))),
    );
    return found.filter((one) => one !== undefined);
  };
}

const TABLES: readonly string[] = [
  cards,
  comments,
  groups,
  messages,
  noteTags,
  notes,
  orgUsers,
  projects,
  roles,
  subtasks,
  tasks,
  todos,
  workspaces,
].map(({ table }) => table);

type Seen = Partial<Found> & Pick<Found, 'title'>;
type DetailReader = (id: string, words: readonly string[]) => Promise<Seen | undefined>;

const NOTHING: Omit<Found, 'kind' | 'id' | 'title'> = {
  place: [],
  excerpt: undefined,
  slug: undefined,
  task: undefined,
  conversation: undefined,
  isDone: false,
};

function workDetails(
  db: AccountDb,
): Readonly<Record<'task' | 'subtask' | 'comment' | 'project', DetailReader>> {
  const get = reader(db);
  const taskAt = async (id: string) => {
    const task = await get(tasks, id);
    if (task === undefined) return undefined;
    const [project, card] = await Promise.all([get(projects, task.project), get(cards, task.card)]);
    if (project === undefined) return undefined;
    return { task, slug: project.slug, place: [project.name, card?.name ?? ''].filter(Boolean) };
  };
  return {
    project: async (id) => {
      const row = await get(projects, id);
      const workspace = row && (await get(workspaces, row.workspace));
      return row && { title: row.name, slug: row.slug, place: names(workspace?.name) };
    },
    task: async (id, words) => {
      const at = await taskAt(id);
      if (at === undefined) return undefined;
      const { task, slug, place } = at;
      return {
        title: task.name,
        slug,
        place: task.status ? place : [...place.slice(0, 1), /*i18n*/ 'Archived'],
        excerpt: below(task.name, task.description, words),
        isDone: task.is_completed || !task.status,
      };
    },
    subtask: async (id) => {
      const row = await get(subtasks, id);
      const at = row && (await taskAt(row.task));
      if (row === undefined || at === undefined) return undefined;
      const place = [...at.place, at.task.name];
      return { title: row.name, slug: at.slug, task: row.task, place, isDone: row.is_completed };
    },
    comment: async (id, words) => {
      const row = await get(comments, id);
      const at = row && (await taskAt(row.task));
      if (row === undefined || at === undefined || row.deleted) return undefined;
      const author = await get(orgUsers, row.author);
      return {
        title: await namedText(db, row.comment, words),
        slug: at.slug,
        task: row.task,
        place: [...names(author?.display_name), at.place[0] ?? '', at.task.name],
      };
    },
  };
}

function peopleDetails(
  db: AccountDb,
  me: string,
): Readonly<Record<'note' | 'todo' | 'person' | 'message', DetailReader>> {
  const get = reader(db);
  return {
    note: async (id, words) => {
      const row = await get(notes, id);
      const tag = row && (await get(noteTags, row.tags));
      if (row === undefined) return undefined;
      const excerpt = below(row.title, row.note, words);
      return { title: row.title, place: [/*i18n*/ 'Notes', ...names(tag?.name)], excerpt };
    },
    todo: async (id) => {
      const row = await get(todos, id);
      return row && { title: row.name, place: [/*i18n*/ 'Todo'], isDone: row.status };
    },
    person: async (id) => {
      const row = await get(orgUsers, id);
      const role = row && (await get(roles, row.user_role));
      if (row === undefined) return undefined;
      return { title: row.display_name, place: [...names(role?.name), row.email] };
    },
    message: async (id, words) => {
      const row = await get(messages, id);
      if (row === undefined || row.deleted) return undefined;
      const author = await get(orgUsers, row.author);
      const group = groupOfScope(row.scope);
      const other = peopleOfDirect(row.scope)?.find((person) => person !== me) ?? me;
      const channel = group === undefined ? undefined : await get(groups, group);
      const partner = group === undefined ? await get(orgUsers, other) : undefined;
      return {
        title: await namedText(db, row.text, words),
        place: [...names(channel?.name ?? partner?.display_name), ...names(author?.display_name)],
        conversation:
          group === undefined
            ? `person:${partner?.user ?? other}`
            : `group:${channel?.number ?? group}`,
      };
    },
  };
}

function reader(db: AccountDb) {
  return <Row extends RawRow>(entity: Entity<Row>, id: string): Promise<Row | undefined> =>
    rows(db, entity).get(id);
}

function names(name: string | undefined): readonly string[] {
  return name === undefined || name === '' ? [] : [name];
}

/** Line of the long text that contains the words, unless the name contains them all. */
function below(name: string, text: string, words: readonly string[]): string | undefined {
  const inName = normalise(name);
  const missing = words.filter((word) => !inName.includes(word));
  return missing.length === 0 || text === '' ? undefined : excerptOf(plainText(text), missing);
}

/** Plain text with names in place of mentions. */
async function namedText(db: AccountDb, text: string, words: readonly string[]): Promise<string> {
  const people = await rows(db, orgUsers).bulkGet([...mentionsOf(text)]);
  const known = new Map(
    people.flatMap((one) => (one === undefined ? [] : [[one.id, one] as const])),
  );
  return excerptOf(
    withMentionNames(plainText(text), (id) => known.get(id)?.display_name ?? id),
    words,
  );
}
