import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { tasks } from '../../../model/entities/task.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { subtaskCreate } from '../../../model/mutations/subtask/subtask-create.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { applyEvent, pullStream } from '../../../sync/engine/pull.ts';
import { holdDetails } from '../../../sync/engine/outlines.ts';
import { releaseDetails } from '../../../sync/engine/release-details.ts';
import { rows } from '../../../sync/store/database.ts';
import { detailsOf, readOutlineState } from '../../../sync/store/queries/project-details.ts';
import type { RestClient } from '../../support/rest-client.ts';
import {
  addBoard,
  addTask,
  freshId,
  hire,
  join,
  ok,
  orgStreamOf,
} from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { downloadCut } from '../support/download-cut.ts';
import { NETWORK, type Setup, setUp, taskOn } from '../support/setup.ts';

const NOT_FOUND = { code: 'not_found', message: 'Not found', details: {} } as const;

/** An organisation whose details are more than a download may contain, and a manager who belongs to no project. */
describe('outlines', () => {
  let setup: Setup;
  let manager: RestClient;
  let stream: string;
  /** A task with a comment in a project that concerns nobody but the founder. */
  let task: string;
  let scope: string;

  beforeEach(async () => {
    setup = await setUp({ detailRows: 0 });
    manager = await hire(setup.team, 'mo@field.test', 'Manager');
    stream = orgStreamOf(manager);
    task = await addTask(setup.team, setup.team.founder, { name: 'Dig' });
    scope = `project:${setup.team.project}`;
    await say('Started');
  });
  afterEach(() => setup.end());

  async function say(comment: string, on = task): Promise<string> {
    const id = freshId();
    ok(await setup.team.founder.post('comment/create/', { id, task: on, comment }));
    return id;
  }

  function commentsOn(device: Device): Promise<readonly string[]> {
    return rows(device.db, comments)
      .toArray()
      .then((found) => found.map((row) => row.comment).toSorted());
  }

  async function detailsOn(device: Device, project = setup.team.project) {
    return detailsOf(await readOutlineState(device.db, device.record.orgId), project);
  }

  it('[OUT-1.1] a device has every task of a project that does not concern its person, without comments', async () => {
    const device = setup.device(manager);
    await device.sync();
    expect((await taskOn(device, task))?.name).toBe('Dig');
    expect(await commentsOn(device)).toEqual([]);
    expect(await detailsOn(device)).toBe('outline');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-1.2] what changes in an outlined project arrives as it does everywhere', async () => {
    const device = setup.device(manager);
    await device.sync();
    const id = await say('Finished');
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Finished']);
    const path = `comment/update-destroy/${id}/`;
    ok(await setup.team.founder.patch(path, { comment: 'Finished at last' }));
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Finished at last']);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-2.1] a small organisation is on the device whole', async () => {
    await setup.end();
    setup = await setUp();
    const other = await hire(setup.team, 'mo@field.test', 'Manager');
    task = await addTask(setup.team, setup.team.founder);
    await say('Started');
    const device = setup.device(other);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await detailsOn(device)).toBe('here');
  });

  it('[OUT-2.2] projects of which the person is a member, or has an open task, come with their details', async () => {
    await join(setup.team, manager);
    const second = await addBoard(setup.team);
    await join(setup.team, manager, second.project);
    const theirs = await addTask(setup.team, manager, second);
    await say('Over there', theirs);
    const id = `${second.project}.${manager.orgUserId}`;
    ok(await setup.team.founder.delete(`team-member/update-destroy/${id}/`));
    const device = setup.device(manager);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Over there', 'Started']);
    expect((await readStream(device.context, stream)).outlined).toEqual([]);
  });

  it('[OUT-3.1] opening a project brings its details, also those older than the outline', async () => {
    const device = setup.device(manager);
    await device.sync();
    await say('Finished');
    await device.sync();
    expect(await holdDetails(device.context, stream, [scope])).toBe(true);
    expect(await detailsOn(device)).toBe('arriving');
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Finished', 'Started']);
    expect(await detailsOn(device)).toBe('here');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-3.2] a tab that is killed between opening and the last row has the details after its next start', async () => {
    let device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    device = device.restart();
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-3.3] a page of an outline that was read before the project was opened does not complete it', async () => {
    const device = setup.device(manager);
    await device.sync();
    await join(setup.team, manager);
    const state = await readStream(device.context, stream);
    const { [scope]: _gone, ...scopes } = state.scopes;
    await device.ports.store.write({ tables: [], durability: 'on-disk' }, (tx) =>
      tx.putStream({ ...state, scopes }),
    );
    let isHeld = false;
    device.wire.answered = async () => {
      if (device.wire.calls.at(-1) !== 'scope' || isHeld) return;
      isHeld = true;
      await holdDetails(device.context, stream, [scope]);
    };
    await device.sync();
    expect(isHeld).toBe(true);
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-3.4] a project that comes to concern the person is held by itself', async () => {
    const device = setup.device(manager);
    await device.sync();
    expect(await detailsOn(device)).toBe('outline');
    await join(setup.team, manager);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await detailsOn(device)).toBe('here');
  });

  it('[OUT-3.4] so is a project in which the person has an open task again', async () => {
    const theirs = await addLeftTask();
    await say('Yours', theirs);
    const device = setup.device(manager);
    await device.sync();
    expect(await detailsOn(device)).toBe('outline');
    await complete(theirs, false);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started', 'Yours']);
    expect(await detailsOn(device)).toBe('here');
  });

  it('[OUT-3.6] changes do not wait for the details of a project', async () => {
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    await rename('Dig deeper');
    device.wire.instead = { scope: () => NETWORK };
    await device.sync();
    expect((await taskOn(device, task))?.name).toBe('Dig deeper');
    expect(await applyEvent(device.context, await eventAfter(device))).toBe('applied');
    expect((await taskOn(device, task))?.name).toBe('Dig deepest');
    device.wire.instead = {};
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
  });

  it('[OUT-3.6] changes and mutations pass between two pages of details', async () => {
    for (let count = 0; count < 500; count += 1) await say(`Note ${String(count)}`);
    const device = setup.device(manager);
    await device.sync();
    await join(setup.team, manager);
    device.wire.answered = async () => {
      if (device.wire.calls.at(-1) !== 'scope') return;
      device.wire.answered = undefined;
      const { project } = setup.team;
      const text = { id: device.newId(), project, task, comment: 'Seen', attachment: null };
      expect(await device.mutate(commentCreate, text)).toBe(undefined);
    };
    await device.sync();
    expect(await rows(device.db, comments).count()).toBe(502);
    const calls = device.wire.calls.slice(device.wire.calls.indexOf('scope'));
    expect(calls.indexOf('push')).toBeLessThan(calls.lastIndexOf('scope'));
    expect(calls.filter((call) => call === 'scope')).toHaveLength(2);
    expect(await detailsOn(device)).toBe('here');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-3.6] an event that makes a project concern the person is left to a pull', async () => {
    const device = setup.device(manager);
    await device.sync();
    await join(setup.team, manager);
    expect(await applyEvent(device.context, await lastEvent(device))).toBe('skipped');
  });

  it('[PULL-5.2] a page of details that was read before the cursor moved is read again', async () => {
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    device.wire.answered = async () => {
      if (device.wire.calls.at(-1) !== 'scope') return;
      device.wire.answered = undefined;
      await say('Finished');
      await pullStream(device.context, stream);
    };
    await device.sync();
    expect(device.wire.calls.filter((call) => call === 'scope')).toHaveLength(2);
    expect(await commentsOn(device)).toEqual(['Finished', 'Started']);
    expect(await detailsOn(device)).toBe('here');
  });

  it('[OUT-4.4] a project whose access ends while its details arrive leaves the device', async () => {
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    device.wire.instead = {
      scope: () => ({ ok: false, failure: { kind: 'refused', status: 404, ...NOT_FOUND } }),
    };
    ok(await demote());
    await device.sync();
    expect(await taskOn(device, task)).toBe(undefined);
    expect(await commentsOn(device)).toEqual([]);
    expect((await readStream(device.context, stream)).scopes[scope]).toBe(undefined);
  });

  it('[OUT-3.5] another download contains the details of a project in which one waits to be sent', async () => {
    const theirs = await addLeftTask();
    const device = setup.device(manager);
    await device.sync();
    expect(await addSubtask(device, theirs)).toBe(undefined);
    device.wire.instead = { push: () => NETWORK };
    await enterRefill(device.context, stream);
    await device.sync();
    await device.sync();
    expect(await detailsOn(device)).toBe('here');
    expect(await commentsOn(device)).toEqual(['Started']);
    device.wire.instead = {};
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);
    expect(await rows(device.db, subtasks).count()).toBe(1);
  });

  it('[CLIENT-5] details that another download leaves out need no agreement', async () => {
    const device = setup.device(manager);
    await device.sync();
    for (let count = 0; count < 120; count += 1) await say(`Note ${String(count)}`);
    await device.sync();
    expect(await rows(device.db, comments).count()).toBe(120);
    await enterRefill(device.context, stream);
    device.wire.instead = { check: () => NETWORK };
    await device.sync();
    expect(await detailsOn(device)).toBe('outline');
    expect(await rows(device.db, comments).count()).toBe(0);
  });

  it('[OUT-3.5] another download of the stream keeps the details that are here, and the outlines', async () => {
    const second = await addBoard(setup.team);
    const other = await addTask(setup.team, setup.team.founder, second);
    await say('Over there', other);
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    await enterRefill(device.context, stream);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    expect((await readStream(device.context, stream)).outlined).toEqual([
      `project:${second.project}`,
    ]);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-3.5] a project that is being filled when a download begins keeps its place', async () => {
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    await enterRefill(device.context, stream);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await detailsOn(device)).toBe('here');
  });

  it('[OUT-1.1] while the stream is downloaded again, an outlined project does not count as complete', async () => {
    const device = setup.device(manager);
    await device.sync();
    await enterRefill(device.context, stream);
    expect(await detailsOn(device)).toBe('arriving');
    await device.sync();
    expect(await detailsOn(device)).toBe('outline');
  });

  it('[OUT-4.3] while details are downloaded, a check compares the outline', async () => {
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    await rows(device.db, tasks).delete(task);
    const checked = await checkReplica(device.context);
    expect(checked.ok && checked.value.map((one) => one.scope)).toEqual([scope]);
  });

  it('[OUT-2.2] one project with many details leaves room for the small ones behind it', async () => {
    await setup.end();
    setup = await setUp({ detailRows: 1 });
    const other = await hire(setup.team, 'mo@field.test', 'Manager');
    const small = await addBoard(setup.team);
    const few = await addTask(setup.team, setup.team.founder, small);
    await say('One', few);
    task = await addTask(setup.team, setup.team.founder);
    await say('Many');
    await say('More');
    const device = setup.device(other);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['One']);
  });

  it('[OUT-4.1] an interrupted first download continues with outlines', async () => {
    const second = await addBoard(setup.team);
    const other = await addTask(setup.team, setup.team.founder, second);
    await say('Over there', other);
    const device = setup.device(manager);
    await downloadCut(device, { scopes: 3, stream });
    await device.sync();
    expect(await commentsOn(device)).toEqual([]);
    expect((await taskOn(device, other))?.project).toBe(second.project);
    expect((await taskOn(device, task))?.name).toBe('Dig');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-4.2] a comment that the person writes in an outlined project stays', async () => {
    const device = setup.device(manager);
    await device.sync();
    await join(setup.team, manager);
    device.wire.instead = { scope: () => NETWORK };
    await device.sync();
    expect(await detailsOn(device)).toBe('arriving');
    const id = device.newId();
    const { project } = setup.team;
    const text = { id, project, task, comment: 'Seen', attachment: null };
    expect(await device.mutate(commentCreate, text)).toBe(undefined);
    await device.sync();
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Seen']);
    expect(await device.db.outbox.count()).toBe(0);
    device.wire.instead = {};
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Seen', 'Started']);
  });

  it('[OUT-4.3] a check finds a missing task of an outlined project, and accepts missing comments', async () => {
    const device = setup.device(manager);
    await device.sync();
    await say('Finished');
    await device.sync();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    await rows(device.db, tasks).delete(task);
    const checked = await checkReplica(device.context);
    const [found] = checked.ok ? checked.value : [];
    expect(found?.scope).toBe(scope);
    expect((found?.there ?? 0) - (found?.here ?? 0)).toBe(1);
    await device.sync();
    expect((await taskOn(device, task))?.name).toBe('Dig');
  });

  it('[OUT-4.4] a project whose access ends leaves the device, outlined or held', async () => {
    const device = setup.device(manager);
    await device.sync();
    await say('Finished');
    await device.sync();
    ok(await demote());
    await device.sync();
    expect(await taskOn(device, task)).toBe(undefined);
    expect(await commentsOn(device)).toEqual([]);
  });

  const HALF_A_YEAR = 184 * 86_400_000;

  /** A device whose person has opened the project half a year ago. */
  async function unusedDevice(): Promise<Device> {
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    device.clock.time += HALF_A_YEAR;
    return device;
  }

  it('[OUT-5.1] a project that was not opened for half a year is an outline again', async () => {
    const device = await unusedDevice();
    await device.sync();
    expect(await commentsOn(device)).toEqual([]);
    expect((await taskOn(device, task))?.name).toBe('Dig');
    expect(await detailsOn(device)).toBe('outline');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
  });

  it('[OUT-5.1] a project that is opened now and then, or concerns the person, stays', async () => {
    const device = await unusedDevice();
    await holdDetails(device.context, stream, [scope]);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    await join(setup.team, manager);
    await device.sync();
    device.clock.time += HALF_A_YEAR;
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await detailsOn(device)).toBe('here');
  });

  it('[OUT-5.2] a removal that was interrupted continues, and no detail counts as deleted', async () => {
    const theirs = await addLeftTask();
    ok(await manager.post('sub-task/create/', { id: freshId(), task: theirs, name: 'Fence' }));
    let device = await unusedDevice();
    const { store } = device.ports;
    let writes = 0;
    const write: typeof store.write = (options, work) => {
      writes += 1;
      return writes > 2 ? Promise.reject(new Error('killed')) : store.write(options, work);
    };
    const dying = { ...device.context, ports: { ...device.ports, store: { ...store, write } } };
    await expect(releaseDetails(dying)).rejects.toThrow('killed');
    expect(await rows(device.db, subtasks).count()).toBe(0);
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await detailsOn(device)).toBe('outline');
    device = device.restart();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    await device.sync();
    expect(await commentsOn(device)).toEqual([]);
    expect((await readStream(device.context, stream)).opened).toEqual({});
  });

  it('[OUT-5.3] a detail that waits to be sent stays, and is sent', async () => {
    const theirs = await addLeftTask();
    const device = await unusedDevice();
    device.wire.instead = { push: () => NETWORK };
    expect(await addSubtask(device, theirs)).toBe(undefined);
    await releaseDetails(device.context);
    expect(await commentsOn(device)).toEqual([]);
    expect(await rows(device.db, subtasks).count()).toBe(1);
    device.wire.instead = {};
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  function addSubtask(device: Device, on: string) {
    const { project } = setup.team;
    const text = { project, task: on, name: 'Fence', rank: 'a', start_date: null, end_date: null };
    const subtask = { ...text, id: device.newId(), is_completed: false, document: null };
    return device.mutate(subtaskCreate, subtask);
  }

  async function rename(name: string) {
    ok(await setup.team.founder.patch(`task/update-destroy/${task}/`, { name }));
  }

  /** The event of another new name of the task. */
  async function eventAfter(device: Device) {
    await rename('Dig deepest');
    return lastEvent(device);
  }

  /** What the socket would say of the changes since the device's cursor. */
  async function lastEvent(device: Device) {
    const { cursor, epoch } = await readStream(device.context, stream);
    const query = { stream, since: cursor, epoch: epoch ?? '', limit: 100 };
    const reply = await device.ports.transport.pull(query);
    if (!reply.ok) throw new Error('The pull failed');
    return { stream, from: cursor, page: reply.value };
  }

  async function leave(person: RestClient, project = setup.team.project) {
    const id = `${project}.${person.orgUserId ?? ''}`;
    ok(await setup.team.founder.delete(`team-member/update-destroy/${id}/`));
  }

  async function complete(id: string, is_completed: boolean) {
    const at = is_completed ? '2026-03-01T10:00:00Z' : null;
    const body = { is_completed, is_completed_at: at };
    ok(await manager.patch(`task/update-destroy/${id}/`, body));
  }

  /** A completed task of the manager in the project, which they have left. */
  async function addLeftTask(): Promise<string> {
    await join(setup.team, manager);
    const theirs = await addTask(setup.team, manager);
    await complete(theirs, true);
    await leave(manager);
    return theirs;
  }

  async function demote() {
    const { founder } = setup.team;
    const roles = await founder.get('user-role/list/');
    const member = roles.body.data.find((one: { name: string }) => one.name === 'Member');
    return founder.patch(`organization-user/update/${manager.orgUserId}/`, {
      user_role: member.id,
    });
  }
});
