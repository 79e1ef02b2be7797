import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { subtasks } from '../../../model/entities/subtask.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { holdDetails } from '../../../sync/engine/outlines.ts';
import { applyEvent, pullStream } from '../../../sync/engine/pull.ts';
import { rows } from '../../../sync/store/database.ts';
import { addBoard, addTask, join } from '../../server/support/team.ts';
import {
  addLeftTask,
  addSubtask,
  commentsOn,
  complete,
  demote,
  detailsOn,
  lastEvent,
  outlinedTeam,
  rename,
  say,
} from '../support/outlined-team.ts';
import { NETWORK, type Setup, taskOn } from '../support/setup.ts';
import type { RestClient } from '../../support/rest-client.ts';

const NOT_FOUND = { code: 'not_found', message: 'Not found', details: {} } as const;

/** The same manager opens the project, or it comes to concern them. */
describe('details of an outlined project', () => {
  let setup: Setup;
  let manager: RestClient;
  let stream: string;
  let task: string;
  let scope: string;

  beforeEach(async () => {
    ({ setup, manager, stream, task, scope } = await outlinedTeam());
  });
  afterEach(() => setup.end());

  it('[OUT-3.1] opening a project brings its details, also those older than the outline', async () => {
    const device = setup.device(manager);
    await device.sync();
    await say(setup, task, 'Finished');
    await device.sync();
    expect(await holdDetails(device.context, stream, [scope])).toBe(true);
    expect(await detailsOn(device, setup.team.project)).toBe('arriving');
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Finished', 'Started']);
    expect(await detailsOn(device, setup.team.project)).toBe('here');
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
    expect(await detailsOn(device, setup.team.project)).toBe('outline');
    await join(setup.team, manager);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await detailsOn(device, setup.team.project)).toBe('here');
  });

  it('[OUT-3.4] so is a project in which the person has an open task again', async () => {
    const theirs = await addLeftTask(setup, manager);
    await say(setup, theirs, 'Yours');
    const device = setup.device(manager);
    await device.sync();
    expect(await detailsOn(device, setup.team.project)).toBe('outline');
    await complete(manager, theirs, false);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started', 'Yours']);
    expect(await detailsOn(device, setup.team.project)).toBe('here');
  });

  it('[OUT-3.6] changes do not wait for the details of a project', async () => {
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    await rename(setup, task, 'Dig deeper');
    device.wire.instead = { scope: () => NETWORK };
    await device.sync();
    expect((await taskOn(device, task))?.name).toBe('Dig deeper');
    await rename(setup, task, 'Dig deepest');
    expect(await applyEvent(device.context, await lastEvent(device, stream))).toBe('applied');
    expect((await taskOn(device, task))?.name).toBe('Dig deepest');
    device.wire.instead = {};
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
  });

  it('[OUT-3.6] changes and mutations pass between two pages of details', async () => {
    for (let count = 0; count < 500; count += 1) await say(setup, task, `Note ${String(count)}`);
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
    expect(await detailsOn(device, setup.team.project)).toBe('here');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-3.6] an event that makes a project concern the person is left to a pull', async () => {
    const device = setup.device(manager);
    await device.sync();
    await join(setup.team, manager);
    expect(await applyEvent(device.context, await lastEvent(device, stream))).toBe('skipped');
  });

  it('[PULL-5.2] a page of details that was read before the cursor moved is read again', async () => {
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    device.wire.answered = async () => {
      if (device.wire.calls.at(-1) !== 'scope') return;
      device.wire.answered = undefined;
      await say(setup, task, 'Finished');
      await pullStream(device.context, stream);
    };
    await device.sync();
    expect(device.wire.calls.filter((call) => call === 'scope')).toHaveLength(2);
    expect(await commentsOn(device)).toEqual(['Finished', 'Started']);
    expect(await detailsOn(device, setup.team.project)).toBe('here');
  });

  it('[OUT-4.4] a project whose access ends while its details arrive leaves the device', async () => {
    const device = setup.device(manager);
    await device.sync();
    await holdDetails(device.context, stream, [scope]);
    device.wire.instead = {
      scope: () => ({ ok: false, failure: { kind: 'refused', status: 404, ...NOT_FOUND } }),
    };
    await demote(setup, manager);
    await device.sync();
    expect(await taskOn(device, task)).toBe(undefined);
    expect(await commentsOn(device)).toEqual([]);
    expect((await readStream(device.context, stream)).scopes[scope]).toBe(undefined);
  });

  it('[OUT-3.5] another download contains the details of a project in which one waits to be sent', async () => {
    const theirs = await addLeftTask(setup, manager);
    const device = setup.device(manager);
    await device.sync();
    expect(await addSubtask(setup, device, theirs)).toBe(undefined);
    device.wire.instead = { push: () => NETWORK };
    await enterRefill(device.context, stream);
    await device.sync();
    await device.sync();
    expect(await detailsOn(device, setup.team.project)).toBe('here');
    expect(await commentsOn(device)).toEqual(['Started']);
    device.wire.instead = {};
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);
    expect(await rows(device.db, subtasks).count()).toBe(1);
  });

  it('[OUT-3.5] another download of the stream keeps the details that are here, and the outlines', async () => {
    const second = await addBoard(setup.team);
    const other = await addTask(setup.team, setup.team.founder, second);
    await say(setup, other, 'Over there');
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
    expect(await detailsOn(device, setup.team.project)).toBe('here');
  });
});
