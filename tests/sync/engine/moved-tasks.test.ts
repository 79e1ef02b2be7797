import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { files } from '../../../model/entities/file.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { taskFiles } from '../../../model/entities/task-file.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { taskFileAdd } from '../../../model/mutations/task-file/task-file-add.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import { GRACE_MS } from '../../../server/files/sweep.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { actorOf } from '../../../sync/store/actor.ts';
import { attachFiles } from '../../../sync/store/attach-file.ts';
import { rows } from '../../../sync/store/database.ts';
import { retryItem } from '../../../sync/store/outbox-actions.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { bearer, fetchFile } from '../../server/support/files.ts';
import { addBoard, addTask, hire, join, ok } from '../../server/support/team.ts';
import { type RestClient, signIn } from '../../support/rest-client.ts';
import type { Device } from '../support/device.ts';
import { setUp, type Setup } from '../support/setup.ts';
import { large, picked, uploadsOf } from '../support/upload-queue.ts';

let setup: Setup;
let ben: RestClient;
let task: string;
let board: Awaited<ReturnType<typeof addBoard>>;
beforeEach(async () => {
  setup = await setUp();
  const { team } = setup;
  ben = await hire(team, 'ben@field.test');
  await join(team, ben);
  task = await addTask(team, ben);
  board = await addBoard(team);
});
afterEach(() => setup.end());

describe('a task that is moved to another project while a device is offline', () => {
  it('[FILE-1.10] gets the photo that was added to it meanwhile, and its bytes stay', async () => {
    const { team } = setup;
    await join(team, ben, board.project);
    const device = setup.device(ben);
    await device.sync();
    const id = device.newId();
    expect(await addPhoto(device, id)).toBeUndefined();
    await move();
    await device.sync();
    await device.sync();
    expect(await changesOf(device)).toEqual([]);
    const scope = projectScope(board.project);
    expect(await rows(device.db, files).get(id)).toMatchObject({ scope });
    expect(await rows(device.db, taskFiles).toArray()).toMatchObject([{ file: id, scope }]);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    const up = uploadsOf(device, team, ben);
    up.queue.start();
    await up.until(id, 'kept');
    up.queue.stop();
    team.setup.clock.time += GRACE_MS + 60_000;
    await team.setup.app.services.files.sweep();
    ok(await signIn(team.founder, 'ada@field.test'));
    expect((await fetchFile(team, id, bearer(team.founder))).status).toBe(200);
  });

  it('[FILE-1.10] gets a comment that was written with a photo', async () => {
    await join(setup.team, ben, board.project);
    const device = setup.device(ben);
    await device.sync();
    const up = uploadsOf(device, setup.team, ben);
    const file = await picked(up, large());
    expect(await comment(device, file)).toBeUndefined();
    await move();
    await device.sync();
    await device.sync();
    expect(await changesOf(device)).toEqual([]);
    expect(await rows(device.db, comments).toArray()).toMatchObject([{ attachment: file }]);
  });

  it('[FILE-1.10] [FILE-1.11] gives the true reason when the person cannot read the new project, and "Try again" succeeds later', async () => {
    const { team } = setup;
    task = await addTask(team, team.founder);
    const device = setup.device(ben);
    await device.sync();
    const up = uploadsOf(device, team, ben);
    const file = await picked(up, large());
    expect(await comment(device, file)).toBeUndefined();
    await move();
    await device.sync();
    await device.sync();
    const [entry, ...others] = await changesOf(device);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      state: 'rejected',
      place: ['Dig', 'Wells'],
      reason: 'This does not exist, or you have no access to it',
    });
    await join(team, ben, board.project);
    await device.sync();
    expect(await retryItem(await device.actions(), entry?.id ?? '')).toBeUndefined();
    await device.sync();
    await device.sync();
    expect(await changesOf(device)).toEqual([]);
    expect(await rows(device.db, comments).toArray()).toMatchObject([{ attachment: file }]);
    const scope = projectScope(board.project);
    expect(await rows(device.db, files).get(file)).toMatchObject({ scope });
  });

  it('[FILE-1.11] gets the photo by "Try again" when the former project is lost', async () => {
    const { team } = setup;
    await join(team, ben, board.project);
    const device = setup.device(ben);
    await device.sync();
    const id = device.newId();
    expect(await addPhoto(device, id)).toBeUndefined();
    await move();
    const member = `${team.project}.${ben.orgUserId ?? ''}`;
    ok(await team.founder.delete(`team-member/update-destroy/${member}/`));
    await device.sync();
    await device.sync();
    const [first, second, ...others] = await changesOf(device);
    expect(others).toEqual([]);
    expect(first?.reason).toBe('You no longer have access to this, so it was not sent.');
    expect(second?.reason).toBe('You no longer have access to “Wells”, so this was not sent.');
    expect(await retryItem(await device.actions(), first?.id ?? '')).toBeUndefined();
    await device.sync();
    await device.sync();
    expect(await changesOf(device)).toEqual([]);
    const scope = projectScope(board.project);
    expect(await rows(device.db, files).get(id)).toMatchObject({ scope });
    expect(await rows(device.db, taskFiles).toArray()).toMatchObject([{ file: id, scope }]);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });
});

/** The outbox without the files that wait for their upload. */
async function changesOf(device: Device) {
  const entries = await outboxItems(device.db);
  return entries.filter(({ id }) => !id.startsWith('file:'));
}

async function addPhoto(device: Device, id: string): Promise<Refusal | undefined> {
  const { project } = setup.team;
  const entry = { id: device.newId(), project, task, rank: 'V', file: id, caption: '' };
  const content = new Blob([large()]);
  return await attachFiles({
    db: device.db,
    store: device.ports.store,
    actor: await actorOf(device.db, device.record),
    at: device.clock.time,
    files: [{ id, content, name: 'photo.bin', scope: projectScope(project) }],
    references: [taskFileAdd.prepare(entry)],
  });
}

function comment(device: Device, attachment: string) {
  const { project } = setup.team;
  const id = device.newId();
  return device.mutate(commentCreate, { id, task, project, comment: 'See', attachment });
}

async function move(): Promise<void> {
  const { founder } = setup.team;
  const to = { project_card: board.card, order: 0 };
  ok(await founder.patch(`task/update-destroy/${task}/`, to));
}
