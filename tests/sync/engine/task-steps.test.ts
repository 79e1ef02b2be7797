import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inOrder, sentBackTo, timesOf } from '../../../model/entities/step-order.ts';
import { fileAdd } from '../../../model/mutations/file/file-add.ts';
import { taskCompleteEmployee } from '../../../model/mutations/task/task-complete-employee.ts';
import { taskComplete } from '../../../model/mutations/task/task-complete.ts';
import { taskSendBack } from '../../../model/mutations/task/task-send-back.ts';
import { isoSeconds } from '../../../model/shared/dates.ts';
import { unsentOf } from '../../../sync/store/prepare.ts';
import { listTaskSteps, stepsOfReturned } from '../../../sync/store/queries/task-steps.ts';
import { freshId, hire, join, ok, taskBody } from '../../server/support/team.ts';
import { type RestClient, signIn } from '../../support/rest-client.ts';
import type { Device } from '../support/device.ts';
import { setUp, type Setup, taskOn } from '../support/setup.ts';

const HOUR = 3_600_000;

let setup: Setup;
let ben: RestClient;
let task: string;
beforeEach(async () => {
  setup = await setUp();
  const { team } = setup;
  ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  task = freshId();
  const assigned_to = `${team.project}.${ben.orgUserId}`;
  const body = { ...taskBody(team, team.founder, { id: task }), assigned_to };
  ok(await team.founder.post('task/create/', body));
});
afterEach(() => setup.end());

describe('the sign-off of a task', () => {
  it('[SIGN-1.1] [SIGN-2.1] is on the device at once and one step on the server, when the tab is killed and the response is lost', async () => {
    let device = setup.device(ben);
    await device.sync();
    device.wire.offline = true;
    const done = isoSeconds(device.clock.time);
    await tick(device, true);
    await device.sync();
    expect(await shown(device)).toEqual([['done', done, null]]);
    device = device.restart();
    // The tablet comes back into the network two hours later; the first response is lost.
    device.clock.time += 2 * HOUR;
    setup.team.setup.clock.time += 2 * HOUR;
    ok(await signIn(ben, 'ben@field.test'));
    device.wire.loseReplies = true;
    await device.sync();
    device.wire.loseReplies = false;
    await device.sync();
    const [step, ...others] = await listTaskSteps(device.db, task);
    expect(others).toEqual([]);
    expect(step).toMatchObject({ kind: 'done', done_at: done, clock_offset: 0 });
    expect(step?.arrived_at).toBe(isoSeconds(setup.team.setup.clock.time));
    expect(step && timesOf(step)).toEqual({ isLate: true, clock: undefined, corrected: undefined });
    expect(await unsentOf(device.db)).toBe(0);
  });

  it('[SIGN-1.3] [ID-3.3] tells a fast clock from a late arrival', async () => {
    const device = setup.device(ben);
    await device.sync();
    device.clock.time += 3 * HOUR;
    await tick(device, true);
    await device.sync();
    const [step] = await listTaskSteps(device.db, task);
    expect(step?.clock_offset).toBe(3 * 3_600);
    expect(step && timesOf(step)).toEqual({
      isLate: false,
      clock: 3 * 3_600,
      corrected: isoSeconds(setup.team.setup.clock.time),
    });
  });

  it('[SIGN-2.3] keeps every change of a tick that was made offline, in its order', async () => {
    const device = setup.device(ben);
    await device.sync();
    device.wire.offline = true;
    for (const done of [true, false, true]) {
      await tick(device, done);
      device.clock.time += 60_000;
    }
    device.wire.offline = false;
    await device.sync();
    expect((await shown(device)).map(([kind]) => kind)).toEqual(['done', 'undone', 'done']);
  });

  it('[SIGN-2.2] has no step left of a change that changed nothing on the server', async () => {
    const [one, two] = [setup.device(ben), setup.device(ben)];
    for (const device of [one, two]) await device.sync();
    for (const device of [one, two]) await tick(device, true);
    for (const device of [one, two, one]) await device.sync();
    expect(await shown(one)).toHaveLength(1);
    expect(await shown(two)).toEqual(await shown(one));
  });

  it('[SIGN-1.2] a task that is sent back offline opens again, with its reason, also if it was accepted meanwhile', async () => {
    const [creator, tablet, assignee] = [setup.device(), setup.device(), setup.device(ben)];
    for (const device of [creator, tablet, assignee]) await device.sync();
    await tick(assignee, true);
    for (const device of [assignee, creator, tablet]) await device.sync();
    await sendBack(tablet, '  The gate still sticks. ');
    expect(await taskOn(tablet, task)).toMatchObject({ is_completed_employee: false });
    const { project } = setup.team;
    const step = { id: creator.newId(), project, people: [ben.orgUserId ?? ''] };
    const at = isoSeconds(creator.clock.time);
    await creator.mutate(taskComplete, { id: task, done: true, at, step });
    for (const device of [creator, tablet, assignee]) await device.sync();
    expect(await taskOn(assignee, task)).toMatchObject({
      is_completed: false,
      is_completed_employee: false,
    });
    const returned = (await stepsOfReturned(assignee.db, [task])).get(task) ?? [];
    expect(inOrder(returned).map(({ kind }) => kind)).toEqual(['done', 'accepted', 'sent_back']);
    expect(sentBackTo(returned, ben.orgUserId ?? '')?.remark).toBe('The gate still sticks.');
    assignee.clock.time += 60_000;
    await tick(assignee, true);
    const again = (await stepsOfReturned(assignee.db, [task])).get(task) ?? [];
    expect(sentBackTo(again, ben.orgUserId ?? '')).toBeUndefined();
  });

  it('[SIGN-3.1] [SIGN-3.6] an offline tick and its photo arrive together, the photo first, when responses are lost', async () => {
    ok(
      await setup.team.founder.patch(`task/update-destroy/${task}/`, { asks: ['photo', 'remark'] }),
    );
    const [device, other] = [setup.device(ben), setup.device()];
    for (const one of [device, other]) await one.sync();
    const asked = await device.mutate(taskCompleteEmployee, {
      id: task,
      done: true,
      at: isoSeconds(device.clock.time),
      step: { id: device.newId(), project: setup.team.project, people: [ben.orgUserId ?? ''] },
      answer: {},
    });
    expect(asked).toMatchObject({ code: 'invalid' });
    expect(await listTaskSteps(device.db, task)).toEqual([]);
    device.wire.offline = true;
    const photo = device.newId();
    const digest = '0'.repeat(64);
    const scope = `project:${setup.team.project}`;
    const file = { id: photo, scope, name: 'gate.png', media_type: 'image/png', size: 9, digest };
    expect(await device.mutate(fileAdd, file)).toBeUndefined();
    const answer = { photos: [photo], remark: 'Oiled', signature: 'M1 1L9 9' };
    const step = { id: device.newId(), project: setup.team.project, people: [ben.orgUserId ?? ''] };
    const at = isoSeconds(device.clock.time);
    const tick = { id: task, done: true, at, step, answer };
    expect(await device.mutate(taskCompleteEmployee, tick)).toBeUndefined();
    const expected = { photos: [photo], remark: 'Oiled', signature: 'M1 1L9 9', missing: [] };
    expect(await listTaskSteps(device.db, task)).toMatchObject([expected]);
    device.wire.offline = false;
    device.wire.loseReplies = true;
    await device.sync();
    device.wire.loseReplies = false;
    for (const one of [device, other]) await one.sync();
    expect(await unsentOf(device.db)).toBe(0);
    for (const one of [device, other]) {
      expect(await listTaskSteps(one.db, task)).toMatchObject([{ ...expected, id: step.id }]);
      expect((await taskOn(one, task))?.is_completed_employee).toBe(true);
    }
  });

  it('[SIGN-3.2] a tick made before the device knew that the task asks for more is rejected, with its remark', async () => {
    const device = setup.device(ben);
    await device.sync();
    device.wire.offline = true;
    const step = { id: device.newId(), project: setup.team.project, people: [ben.orgUserId ?? ''] };
    const answer = { remark: 'Oiled' };
    const at = isoSeconds(device.clock.time);
    await device.mutate(taskCompleteEmployee, { id: task, done: true, at, step, answer });
    ok(await setup.team.founder.patch(`task/update-destroy/${task}/`, { asks: ['signature'] }));
    device.wire.offline = false;
    await device.sync();
    const [entry] = await device.db.rejected.toArray();
    expect(entry?.item).toMatchObject({ name: 'task-complete-employee', args: { answer } });
    expect(await taskOn(device, task)).toMatchObject({ is_completed_employee: false });
    expect(await listTaskSteps(device.db, task)).toEqual([]);
  });

  it('[SIGN-1.4] refuses to send back without a reason, on the device', async () => {
    const device = setup.device();
    await device.sync();
    await expect(sendBack(device, ' \u200b ')).rejects.toMatchObject({ code: 'invalid' });
    const other = setup.device(ben);
    await other.sync();
    expect(await sendBack(other, 'No')).toMatchObject({ code: 'forbidden' });
  });
});

async function tick(device: Device, done: boolean): Promise<void> {
  const at = done ? isoSeconds(device.clock.time) : null;
  const step = { id: device.newId(), project: setup.team.project, people: [ben.orgUserId ?? ''] };
  expect(await device.mutate(taskCompleteEmployee, { id: task, done, at, step })).toBeUndefined();
}

function sendBack(device: Device, reason: string) {
  const step = { id: device.newId(), project: setup.team.project, people: [ben.orgUserId ?? ''] };
  return device.mutate(taskSendBack, { id: task, reason, at: isoSeconds(device.clock.time), step });
}

async function shown(device: Device) {
  const steps = inOrder(await listTaskSteps(device.db, task));
  return steps.map(({ kind, done_at, arrived_at }) => [kind, done_at, arrived_at]);
}
