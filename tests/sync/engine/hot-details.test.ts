import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDetailTable } from '../../../model/entities/details.ts';
import { type EngineContext } from '../../../sync/engine/context.ts';
import { fillScope } from '../../../sync/engine/fill.ts';
import { openTasks } from '../../../sync/engine/open-tasks.ts';
import { hotDetailsOf, readOutlineState } from '../../../sync/store/queries/project-details.ts';
import {
  baseOfTask,
  type TaskDetails,
  taskDetailsOf,
} from '../../../sync/store/queries/task-details.ts';
import { addTask, hire, join, orgStreamOf } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { commentsOn, complete, leave, say } from '../support/outlined-team.ts';
import { NETWORK, type Setup, setUp, taskOn } from '../support/setup.ts';

/** A hot project with the cold task "old"; whether the details of its tasks are on a device. */
describe('details of a hot project', () => {
  let setup: Setup;
  let stream: string;
  let scope: string;
  let old: string;
  let open: string;

  const COLD_AFTER = 60_000;

  beforeEach(async () => {
    setup = await setUp({ detailRows: 0, coldAfter: COLD_AFTER });
    const { team } = setup;
    stream = orgStreamOf(team.founder);
    scope = `project:${team.project}`;
    old = await addTask(team, team.founder, { name: 'Dig' });
    open = await addTask(team, team.founder, { name: 'Fence' });
    await say(setup, old, 'Dug');
    await say(setup, open, 'Wood ordered');
    await complete(team.founder, old, true);
    team.setup.clock.time += 2 * COLD_AFTER;
    await addTask(team, team.founder, { name: 'New' });
  });
  afterEach(() => setup.end());

  async function detailsOf(device: Device, id: string): Promise<TaskDetails> {
    const task = await taskOn(device, id);
    if (task === undefined) throw new Error('The task is not on the device');
    const state = await readOutlineState(device.db, device.record.orgId);
    return taskDetailsOf(state, task, (await baseOfTask(device.db, id)) ?? undefined);
  }

  async function hotDetails(device: Device): Promise<string> {
    const state = await readOutlineState(device.db, device.record.orgId);
    return hotDetailsOf(state, setup.team.project);
  }

  /** An engine whose connection breaks after the tasks of a scope. */
  function cutAfterTasks({ context, ports }: Device): EngineContext {
    let pages = 0;
    const { transport } = ports;
    const cut: typeof transport.scope = async (query) => {
      pages += 1;
      const reply = pages > 1 ? NETWORK : await transport.scope(query);
      if (!reply.ok) return reply;
      const rows = reply.value.rows.filter(({ table }) => !isDetailTable(table));
      return { ok: true, value: { ...reply.value, rows, cursor: 'tasks:z' } };
    };
    return { ...context, ports: { ...ports, transport: { ...transport, scope: cut } } };
  }

  it('[OUT-7.5] are arriving while the project is filled, because its tasks come first', async () => {
    const ben = await hire(setup.team, 'ben@field.test');
    await join(setup.team, ben);
    const device = setup.device(ben);
    await device.sync();
    await openTasks(device.context, stream, { [old]: { scope } });
    await device.sync();
    expect(await hotDetails(device)).toBe('hot');
    await leave(setup, ben);
    await device.sync();
    await join(setup.team, ben);
    const step = await fillScope(cutAfterTasks(device), { stream, scope });
    expect(step.kind).toBe('failed');
    expect(await commentsOn(device)).toEqual([]);
    expect(await detailsOf(device, open)).toBe('arriving');
    expect(await detailsOf(device, old)).toBe('arriving');
    expect(await hotDetails(device)).toBe('arriving');
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Dug', 'Wood ordered']);
    expect(await detailsOf(device, open)).toBe('here');
    expect(await detailsOf(device, old)).toBe('here');
    expect(await hotDetails(device)).toBe('hot');
  });
});
