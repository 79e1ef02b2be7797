import type { Card } from '../../model/entities/card.ts';
import { projectScope } from '../../model/entities/scopes.ts';
import { subtasks } from '../../model/entities/subtask.ts';
import { type Task, tasks } from '../../model/entities/task.ts';
import { nextTurn } from '../shared/next-turn.ts';
import { decodeRow } from '../store/rows.ts';
import { marks, numberOf, type SqlRow, type SqlValue, textOf } from '../store/sql.ts';
import { type BoardContext, type PresentedProject, presentCard, presentTask } from './board.ts';
import type { Reads } from './reads.ts';

/** Tasks that are read, or presented, before other requests have their turn. */
const TASKS_A_TURN = 250;

/** Some tasks as they are stored, with their active subtasks. */
interface StoredTasks {
  readonly rows: readonly SqlRow[];
  readonly subtasks: readonly SqlRow[];
}

interface Listed {
  readonly project: string;
  /** True: the active tasks; false: the archived ones. */
  readonly status: boolean;
  readonly order: readonly ('card' | 'rank')[];
}

/**
 * The tasks of a project, of which there may be tens of thousands: read in turns and not parsed, so that the snapshot
 * is short and no other request waits for long. The caller has checked the right to read the project.
 */
export async function readStoredTasks(
  reads: Reads,
  { project, status, order }: Listed,
): Promise<readonly StoredTasks[]> {
  const { actor, store } = reads;
  const found = await store.all(
    `select id from tasks where org_id = ? and scope = ? and status = ? order by ${[...order, 'id'].join(', ')}`,
    [actor.orgId, projectScope(project), status ? 1 : 0],
  );
  return readParts(
    reads,
    found.map((row) => textOf(row, 'id')),
  );
}

/** People of whom a board shows the tasks alone. */
export interface ShownPeople {
  readonly assignee: string | undefined;
  readonly collaborator: string | undefined;
}

/** The active tasks of a board that are shown. */
export interface BoardTasks {
  readonly parts: readonly StoredTasks[];
  /** Active tasks of each card, shown or not. */
  readonly counts: ReadonlyMap<string, number>;
  /** Place in the card of each task that is shown, by its id; the tasks between them count. */
  readonly places: ReadonlyMap<string, number>;
  /** Cards of the tasks that are shown. */
  readonly cards: ReadonlySet<string>;
}

/** The same for a board: all of its active tasks, or with people only theirs, which are read alone. */
export async function readBoardTasks(
  reads: Reads,
  project: string,
  people: ShownPeople | undefined,
): Promise<BoardTasks> {
  const { actor, store } = reads;
  const shown = conditionOf(people);
  const found = await store.all(
    `select id, card, case when ${shown.text} then 1 else 0 end as shown from tasks
     where org_id = ? and scope = ? and status = 1 order by card, rank, id`,
    [...shown.values, actor.orgId, projectScope(project)],
  );
  const counts = new Map<string, number>();
  const places = new Map<string, number>();
  const cards = new Set<string>();
  for (const row of found) {
    const card = textOf(row, 'card');
    const place = counts.get(card) ?? 0;
    counts.set(card, place + 1);
    if (numberOf(row, 'shown') === 0) continue;
    places.set(textOf(row, 'id'), place);
    cards.add(card);
  }
  return { parts: await readParts(reads, [...places.keys()]), counts, places, cards };
}

/** Lists of people are JSON in the database: one contains a person whose quoted id can be replaced in it. */
function conditionOf(people: ShownPeople | undefined): {
  readonly text: string;
  readonly values: readonly SqlValue[];
} {
  if (people === undefined) return { text: '1 = 1', values: [] };
  const { assignee, collaborator } = people;
  const isIn = (column: string) => `replace(${column}, ?, '') <> ${column}`;
  const conditions = [
    ...(assignee === undefined
      ? []
      : [
          { text: 'assigned_to = ?', value: assignee },
          { text: isIn('assigned_users'), value: JSON.stringify(assignee) },
        ]),
    ...(collaborator === undefined
      ? []
      : [{ text: isIn('collaborators'), value: JSON.stringify(collaborator) }]),
  ];
  if (conditions.length === 0) return { text: '1 = 1', values: [] };
  return {
    text: conditions.map(({ text }) => text).join(' or '),
    values: conditions.map(({ value }) => value),
  };
}

async function readParts(
  { actor, store }: Reads,
  ids: readonly string[],
): Promise<readonly StoredTasks[]> {
  const parts: StoredTasks[] = [];
  for (let start = 0; start < ids.length; start += TASKS_A_TURN) {
    await nextTurn();
    const some = ids.slice(start, start + TASKS_A_TURN);
    const named = [actor.orgId, ...some];
    const list = marks(some.length);
    const rows = await store.all(`select * from tasks where org_id = ? and id in (${list})`, named);
    const byId = new Map(rows.map((row) => [textOf(row, 'id'), row]));
    parts.push({
      rows: some.map((id) => byId.get(id)).filter((row) => row !== undefined),
      subtasks: await store.all(
        `select * from subtasks where org_id = ? and task in (${list}) and status = 1 order by rank, id`,
        named,
      ),
    });
  }
  return parts;
}

interface Presented {
  readonly context: BoardContext;
  /** `order` counts from 0 within each card, or over all tasks. */
  readonly places: 'card' | 'list';
}

/** The tasks as JSON, some of them in each piece, without brackets. */
export async function* encodeTasks(
  parts: readonly StoredTasks[],
  { context, places }: Presented,
): AsyncIterable<string> {
  const counts = new Map<string, number>();
  const placeOf = ({ card }: Task) => {
    const counted = places === 'card' ? card : '';
    const place = counts.get(counted) ?? 0;
    counts.set(counted, place + 1);
    return place;
  };
  for await (const some of present(parts, context, placeOf)) {
    yield some.map(({ text }) => text).join(',');
  }
}

/** The cards as JSON, each a piece, with those of the tasks that are theirs. */
export async function* encodeBoard(
  cards: readonly Card[],
  { parts, counts, places }: BoardTasks,
  context: BoardContext,
): AsyncIterable<string> {
  const byCard = new Map<string, string[]>(cards.map(({ id }) => [id, []]));
  for await (const some of present(parts, context, ({ id }) => places.get(id) ?? 0)) {
    for (const { card, text } of some) byCard.get(card)?.push(text);
  }
  for (const [order, card] of cards.entries()) {
    const { project_card_task: _none, ...fields } = presentCard(card, order, {
      taskCount: counts.get(card.id) ?? 0,
      tasks: [],
    });
    yield withList(fields, 'project_card_task', byCard.get(card.id) ?? []);
  }
}

export interface ProjectBoard {
  readonly project: PresentedProject;
  readonly cards: readonly Card[];
  readonly tasks: BoardTasks;
}

/** The projects as JSON, each a piece, with their boards. */
export async function* encodeProjects(
  boards: readonly ProjectBoard[],
  context: BoardContext,
): AsyncIterable<string> {
  for (const { project, cards, tasks: shown } of boards) {
    const texts: string[] = [];
    for await (const text of encodeBoard(cards, shown, context)) texts.push(text);
    yield withList(project, 'project_card', texts);
  }
}

/** JSON of an object, which is not empty, with one field more: a list of JSON texts. */
function withList(fields: object, name: string, texts: readonly string[]): string {
  return `${JSON.stringify(fields).slice(0, -1)},"${name}":[${texts.join(',')}]}`;
}

interface TaskText {
  readonly card: string;
  readonly text: string;
}

async function* present(
  parts: readonly StoredTasks[],
  context: BoardContext,
  placeOf: (task: Task) => number,
): AsyncIterable<readonly TaskText[]> {
  for (const part of parts) {
    const ofTask = Map.groupBy(
      part.subtasks.map((row) => subtasks.parse(decodeRow(subtasks, row))),
      ({ task }) => task,
    );
    yield part.rows.map((row) => {
      const task = tasks.parse(decodeRow(tasks, row));
      const place = { order: placeOf(task), subtasks: ofTask.get(task.id) ?? [] };
      return { card: task.card, text: JSON.stringify(presentTask(task, place, context)) };
    });
    await nextTurn();
  }
}
