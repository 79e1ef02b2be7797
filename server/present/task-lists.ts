import type { Card } from '../../model/entities/card.ts';
import { projectScope } from '../../model/entities/scopes.ts';
import { subtasks } from '../../model/entities/subtask.ts';
import { tasks } from '../../model/entities/task.ts';
import { nextTurn } from '../shared/next-turn.ts';
import { decodeRow } from '../store/rows.ts';
import { marks, type SqlRow, textOf } from '../store/sql.ts';
import { type BoardContext, presentCard, presentTask } from './board.ts';
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
  { actor, store }: Reads,
  { project, status, order }: Listed,
): Promise<readonly StoredTasks[]> {
  const found = await store.all(
    `select id from tasks where org_id = ? and scope = ? and status = ? order by ${[...order, 'id'].join(', ')}`,
    [actor.orgId, projectScope(project), status ? 1 : 0],
  );
  const ids = found.map((row) => textOf(row, 'id'));
  const parts: StoredTasks[] = [];
  for (let start = 0; start < ids.length; start += TASKS_A_TURN) {
    if (start > 0) await nextTurn();
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
  presented: Presented,
): AsyncIterable<string> {
  for await (const some of present(parts, presented)) {
    yield some.map(({ text }) => text).join(',');
  }
}

/** The cards as JSON, each a piece, with those of the tasks that are theirs. */
export async function* encodeBoard(
  cards: readonly Card[],
  parts: readonly StoredTasks[],
  context: BoardContext,
): AsyncIterable<string> {
  const byCard = new Map<string, string[]>(cards.map(({ id }) => [id, []]));
  for await (const some of present(parts, { context, places: 'card' })) {
    for (const { card, text } of some) byCard.get(card)?.push(text);
  }
  for (const [order, card] of cards.entries()) {
    const texts = byCard.get(card.id) ?? [];
    const { project_card_task: _none, ...fields } = presentCard(card, order, {
      taskCount: texts.length,
      tasks: [],
    });
    yield `${JSON.stringify(fields).slice(0, -1)},"project_card_task":[${texts.join(',')}]}`;
  }
}

interface TaskText {
  readonly card: string;
  readonly text: string;
}

async function* present(
  parts: readonly StoredTasks[],
  { context, places }: Presented,
): AsyncIterable<readonly TaskText[]> {
  const counts = new Map<string, number>();
  for (const part of parts) {
    const ofTask = Map.groupBy(
      part.subtasks.map((row) => subtasks.parse(decodeRow(subtasks, row))),
      ({ task }) => task,
    );
    yield part.rows.map((row) => {
      const task = tasks.parse(decodeRow(tasks, row));
      const place = places === 'card' ? task.card : '';
      const order = counts.get(place) ?? 0;
      counts.set(place, order + 1);
      const shown = presentTask(task, { order, subtasks: ofTask.get(task.id) ?? [] }, context);
      return { card: task.card, text: JSON.stringify(shown) };
    });
    await nextTurn();
  }
}
