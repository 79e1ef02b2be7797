import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { cards } from '../../../../model/entities/card.ts';
import { projects } from '../../../../model/entities/project.ts';
import { tasks } from '../../../../model/entities/task.ts';
import { todos } from '../../../../model/entities/todo.ts';
import { workspaces } from '../../../../model/entities/workspace.ts';
import { projectArchive } from '../../../../model/mutations/project/project-archive.ts';
import { snoozeSet } from '../../../../model/mutations/snooze/snooze-set.ts';
import { taskArchive } from '../../../../model/mutations/task/task-archive.ts';
import { taskCompleteEmployee } from '../../../../model/mutations/task/task-complete-employee.ts';
import { taskComplete } from '../../../../model/mutations/task/task-complete.ts';
import { taskDelete } from '../../../../model/mutations/task/task-delete.ts';
import { taskEdit } from '../../../../model/mutations/task/task-edit.ts';
import { taskMove } from '../../../../model/mutations/task/task-move.ts';
import { todoPlan } from '../../../../model/mutations/todo/todo-plan.ts';
import { workspaceArchive } from '../../../../model/mutations/workspace/workspace-archive.ts';
import type { Prepared } from '../../../../model/mutations/define-mutation.ts';
import { type AccountDb, accountDb, rows } from '../../../../sync/store/database.ts';
import { stillApplies } from '../../../../sync/store/queries/still-applies.ts';
import { taskRow } from '../../../support/task-row.ts';
import { ACTOR, cardRow } from '../../support/items.ts';

const ID = '00000000-0000-7000-8000-000000000001';
let db: AccountDb;

beforeEach(async () => {
  db = accountDb('local', { indexedDB: new IDBFactory(), IDBKeyRange });
  await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
  await rows(db, tasks).put(
    taskRow({ id: ID, project: 'p', card: 'c', created_by: ACTOR.orgUserId }),
  );
});

/** The change on this device, then that of somebody else. */
async function applied(change: Prepared, later: Readonly<Record<string, unknown>> = {}) {
  for (const effect of change.effects({ actor: ACTOR, at: 1_772_442_000_000 })) {
    const after = effect.apply(await db.dexie.table(effect.table).get(effect.id));
    await db.dexie.table(effect.table).put({ ...after, ...later });
  }
  return await stillApplies(db, change, ACTOR);
}

it('a change still applies while its values are unchanged, whatever else of the row has changed', async () => {
  const move = taskMove.prepare({ id: ID, project: 'p', card: 'd', rank: 'K' });
  expect(await applied(move, { name: 'Renamed since' })).toBe(true);
  expect(await applied(move, { card: 'e' })).toBe(false);
});

it('the time of a tick is not compared, the tick is', async () => {
  const done = taskComplete.prepare({ id: ID, done: true, at: null });
  expect(await applied(done)).toBe(true);
  expect(await applied(done, { is_completed: false, is_completed_at: null })).toBe(false);
});

it('the time of a tick is not compared either where the device names it and the server replaces it', async () => {
  const done = taskComplete.prepare({ id: ID, done: true, at: '2026-03-02T09:00:00Z' });
  expect(await applied(done, { is_completed_at: '2026-03-02T11:30:00Z' })).toBe(true);
});

it('a tick of a multi-user task still applies with another time', async () => {
  await rows(db, tasks).update(ID, { assigned_users: [ACTOR.orgUserId, 'mia'] });
  const tick = taskCompleteEmployee.prepare({ id: ID, done: true, at: null });
  expect(await applied(tick, { ticks: { [ACTOR.orgUserId]: '2026-03-02T11:30:00Z' } })).toBe(true);
  expect(await applied(tick, { ticks: {} })).toBe(false);
});

it('a reminder or snooze that was set to another time since does not apply any more', async () => {
  const made = { id: ID, scope: 'me', v: 1, name: 'Rope', status: false, rank: 'V' };
  const at = '2026-03-02T08:00:00Z';
  const todo = { ...made, made_at: at, created_by: ACTOR.orgUserId, created_at: at };
  await rows(db, todos).put(todos.parse({ ...todo, remind_at: '2026-03-02T09:00:00Z' }));
  const [ten, eleven] = ['2026-03-02T10:00:00Z', '2026-03-02T11:00:00Z'];
  const plan = todoPlan.prepare({ id: ID, remind_at: ten });
  expect(await applied(plan)).toBe(true);
  expect(await applied(plan, { name: 'Renamed since' })).toBe(true);
  expect(await applied(plan, { remind_at: eleven })).toBe(false);
  const snooze = snoozeSet.prepare({ task: ID, until: ten });
  expect(await applied(snooze)).toBe(true);
  expect(await applied(snooze, { until: eleven })).toBe(false);
});

it('an archived task, project or workspace that somebody has deleted since is left deleted', async () => {
  const row = { id: ID, scope: 'directory', v: 1, name: 'Site', created_by: '1', status: true };
  const made = { ...row, created_at: '2026-03-01T09:00:00Z', deleted_at: null };
  const project = { workspace: 'w', slug: 'site', description: '', background_image: null };
  await rows(db, projects).put(projects.parse({ ...made, ...project }));
  await rows(db, workspaces).put(workspaces.parse({ ...made, desc: '', image: null }));
  for (const mutation of [taskArchive, projectArchive, workspaceArchive]) {
    const archive = mutation.prepare({ id: ID, status: false });
    expect(await applied(archive)).toBe(true);
    expect(await applied(archive, { deleted_at: '2026-03-02T12:00:00Z' })).toBe(false);
  }
});

it('a deletion applies as long as the row is deleted', async () => {
  const remove = taskDelete.prepare({ id: ID, deleted: true, status: true });
  expect(await applied(remove)).toBe(true);
  expect(await applied(remove, { status: true, deleted_at: null })).toBe(false);
  const restore = taskDelete.prepare({ id: ID, deleted: false, status: false });
  expect(await applied(restore)).toBe(true);
  expect(await applied(restore, { deleted_at: '2026-03-02T12:00:00Z' })).toBe(false);
});

it('a row that somebody has deleted since is left to the rule of the undo', async () => {
  const rename = taskEdit.prepare({ id: ID, name: 'Dig' });
  expect(await applied(rename)).toBe(true);
  await db.dexie.table('tasks').delete(ID);
  expect(await stillApplies(db, rename, ACTOR)).toBe(true);
});
