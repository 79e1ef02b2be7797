import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { tasks } from '../../../model/entities/task.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { holdDetails } from '../../../sync/engine/outlines.ts';
import { rows } from '../../../sync/store/database.ts';
import { addBoard, addTask, hire, join, ok } from '../../server/support/team.ts';
import { downloadCut } from '../support/download-cut.ts';
import { commentsOn, demote, detailsOn, outlinedTeam, say } from '../support/outlined-team.ts';
import { NETWORK, type Setup, setUp, taskOn } from '../support/setup.ts';
import type { RestClient } from '../../support/rest-client.ts';

/** A manager who belongs to no project of an organisation with more details than a download may contain. */
describe('outlines', () => {
  let setup: Setup;
  let manager: RestClient;
  let stream: string;
  let task: string;
  let scope: string;

  beforeEach(async () => {
    ({ setup, manager, stream, task, scope } = await outlinedTeam());
  });
  afterEach(() => setup.end());

  it('[OUT-1.1] a device has every task of a project that does not concern its person, without comments', async () => {
    const device = setup.device(manager);
    await device.sync();
    expect((await taskOn(device, task))?.name).toBe('Dig');
    expect(await commentsOn(device)).toEqual([]);
    expect(await detailsOn(device, setup.team.project)).toBe('outline');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[OUT-1.2] what changes in an outlined project arrives as it does everywhere', async () => {
    const device = setup.device(manager);
    await device.sync();
    const id = await say(setup, task, 'Finished');
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
    await say(setup, task, 'Started');
    const device = setup.device(other);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Started']);
    expect(await detailsOn(device, setup.team.project)).toBe('here');
  });

  it('[OUT-2.2] projects of which the person is a member, or has an open task, come with their details', async () => {
    await join(setup.team, manager);
    const second = await addBoard(setup.team);
    await join(setup.team, manager, second.project);
    const theirs = await addTask(setup.team, manager, second);
    await say(setup, theirs, 'Over there');
    const id = `${second.project}.${manager.orgUserId}`;
    ok(await setup.team.founder.delete(`team-member/update-destroy/${id}/`));
    const device = setup.device(manager);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['Over there', 'Started']);
    expect((await readStream(device.context, stream)).outlined).toEqual([]);
  });

  it('[CLIENT-5] details that another download leaves out need no agreement', async () => {
    const device = setup.device(manager);
    await device.sync();
    for (let count = 0; count < 120; count += 1) await say(setup, task, `Note ${String(count)}`);
    await device.sync();
    expect(await rows(device.db, comments).count()).toBe(120);
    await enterRefill(device.context, stream);
    device.wire.instead = { check: () => NETWORK };
    await device.sync();
    expect(await detailsOn(device, setup.team.project)).toBe('outline');
    expect(await rows(device.db, comments).count()).toBe(0);
  });

  it('[OUT-1.1] while the stream is downloaded again, an outlined project does not count as complete', async () => {
    const device = setup.device(manager);
    await device.sync();
    await enterRefill(device.context, stream);
    expect(await detailsOn(device, setup.team.project)).toBe('arriving');
    await device.sync();
    expect(await detailsOn(device, setup.team.project)).toBe('outline');
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
    await say(setup, few, 'One');
    task = await addTask(setup.team, setup.team.founder);
    await say(setup, task, 'Many');
    await say(setup, task, 'More');
    const device = setup.device(other);
    await device.sync();
    expect(await commentsOn(device)).toEqual(['One']);
  });

  it('[OUT-4.1] an interrupted first download continues with outlines', async () => {
    const second = await addBoard(setup.team);
    const other = await addTask(setup.team, setup.team.founder, second);
    await say(setup, other, 'Over there');
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
    expect(await detailsOn(device, setup.team.project)).toBe('arriving');
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
    await say(setup, task, 'Finished');
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
    await say(setup, task, 'Finished');
    await device.sync();
    await demote(setup, manager);
    await device.sync();
    expect(await taskOn(device, task)).toBe(undefined);
    expect(await commentsOn(device)).toEqual([]);
  });
});
