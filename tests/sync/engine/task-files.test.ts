import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { files } from '../../../model/entities/file.ts';
import { projectScope } from '../../../model/entities/scopes.ts';
import { taskFiles } from '../../../model/entities/task-file.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import type { Prepared } from '../../../model/mutations/define-mutation.ts';
import { taskCompleteEmployee } from '../../../model/mutations/task/task-complete-employee.ts';
import { taskFileAdd } from '../../../model/mutations/task-file/task-file-add.ts';
import { taskFileEdit } from '../../../model/mutations/task-file/task-file-edit.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import { ranksAfter } from '../../../model/shared/rank.ts';
import { actorOf } from '../../../sync/store/actor.ts';
import { attachFiles } from '../../../sync/store/attach-file.ts';
import { rows } from '../../../sync/store/database.ts';
import { listTaskFiles, taskFileCounts } from '../../../sync/store/queries/task-files.ts';
import { unsentOf } from '../../../sync/store/prepare.ts';
import { keepShot, shotsFor } from '../../../sync/store/shots.ts';
import { bearer, digestOf, fetchFile } from '../../server/support/files.ts';
import { addTask, hire, join, ok } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { setUp, type Setup } from '../support/setup.ts';
import { large, refused, uploadsOf } from '../support/upload-queue.ts';

let setup: Setup;
let task: string;
beforeEach(async () => {
  setup = await setUp();
  task = await addTask(setup.team, setup.team.founder);
});
afterEach(() => setup.end());

describe('files of a task', () => {
  it('[FILE-1.2] [FILE-2.2] five photos all arrive, none twice, when the tab is killed in the middle of each upload', async () => {
    const { team } = setup;
    let device = setup.device();
    await device.sync();
    const photos = Array.from({ length: 5 }, (_, index) => large().fill(index + 1, 0, 400));
    const ranks = ranksAfter(undefined, photos.length);
    for (const [index, photo] of photos.entries()) {
      expect(await attach(device, photo, { rank: ranks[index] ?? 'V' })).toBeUndefined();
    }
    const puts: string[] = [];
    // Each process is killed after four calls, in the second or third part of a file.
    for (let life = 0; life < 12 && (await unsentOf(device.db)) > 0; life += 1) {
      device = device.restart();
      await device.sync();
      const up = uploadsOf(device, team, team.founder);
      up.wire.cutAfter = 4;
      up.queue.start();
      await up.pass(2_000);
      up.queue.stop();
      puts.push(...up.wire.calls.filter((call) => call.startsWith('put')));
    }
    await device.sync();
    const { data } = ok(
      await team.founder.get('task-file/list/', { query: { task_id: task } }),
    ).body;
    const stored = await Promise.all(
      data.map(async ({ details }: { details: { id: string } }) =>
        digestOf((await fetchFile(team, details.id, bearer(team.founder))).bytes),
      ),
    );
    expect(stored).toEqual(photos.map(digestOf));
    expect(await rows(device.db, files).count()).toBe(5);
    expect(await unsentOf(device.db)).toBe(0);
    // Four parts each, and the one that the cut prevented in each life.
    expect(puts.length).toBeLessThanOrEqual(5 * 4 + 12);
    device.close();
  });

  it('a photo that is attached is not offered again, and one that the task refuses is', async () => {
    const device = setup.device();
    await device.sync();
    const content = new File(['Photo'], 'photo.jpg', { type: 'image/jpeg' });
    const shots = async () => (await shotsFor(device.db, 'task:1')).length;
    await keepShot(device.db, { id: 'shot', content, at: 1, place: 'task:1' });
    const known = task;
    task = 'gone';
    expect(await attach(device, large(), { shot: 'shot' })).toBeDefined();
    expect(await shots()).toBe(1);
    task = known;
    expect(await attach(device, large(), { shot: 'shot' })).toBeUndefined();
    expect(await shots()).toBe(0);
    expect((await listTaskFiles(device.db, known)).length).toBe(1);
    device.close();
  });

  it('[FILE-1.2] leaves no file on the device when the task refuses it', async () => {
    const { team } = setup;
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const device = setup.device(ben);
    await device.sync();
    expect(await attach(device, large())).toMatchObject({
      code: 'forbidden',
      message: 'Only the person who created the task can edit it',
    });
    expect(await rows(device.db, files).count()).toBe(0);
    expect(await device.db.blobs.count()).toBe(0);
    expect(await device.db.blobParts.count()).toBe(0);
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[FILE-1.2] a killed tab leaves a file and its entry, or neither', async () => {
    const device = setup.device();
    await device.sync();
    device.db.dexie.table('task_files').hook('creating', () => {
      throw new Error('killed');
    });
    await expect(attach(device, large())).rejects.toThrow('killed');
    expect(await rows(device.db, files).count()).toBe(0);
    expect(await device.db.outbox.count()).toBe(0);
  });

  it.each(['comments', 'files', 'blobs'])(
    '[FILE-1.2] a tab that is killed while %s are written leaves a comment with its photo, or the photo that is not attached (decision 0088)',
    async (table) => {
      const device = setup.device();
      await device.sync();
      const shots = await keepShots(device, 1);
      const dexieTable = device.db.dexie.table(table);
      const kill = () => {
        throw new Error('killed');
      };
      // The shot itself is a row of `blobs`: its removal is the last write.
      const hook = table === 'blobs' ? dexieTable.hook('deleting') : dexieTable.hook('creating');
      hook.subscribe(kill);
      await expect(attachShots(device, shots, comment)).rejects.toThrow('killed');
      hook.unsubscribe(kill);
      expect(await left(device)).toBe(1);
      expect(await device.db.outbox.count()).toBe(0);
      expect(await rows(device.db, files).count()).toBe(0);
      expect(await attachShots(device, shots, comment)).toBeUndefined();
      expect(await left(device)).toBe(0);
      expect(await outboxOf(device)).toEqual(['file-add', 'comment-create']);
    },
  );

  it('[FILE-1.2] [SIGN-3.6] the photos of a sign-off are attached with the tick, all or none', async () => {
    const device = setup.device();
    await device.sync();
    const shots = await keepShots(device, 3);
    const tick = (photos: readonly string[]) =>
      taskCompleteEmployee.prepare({ id: task, done: true, at: null, answer: { photos } });
    const known = task;
    task = 'gone';
    expect(await attachShots(device, shots, tick)).toBeDefined();
    expect(await left(device)).toBe(3);
    expect([await device.db.outbox.count(), await device.db.blobs.count()]).toEqual([0, 3]);
    task = known;
    expect(await attachShots(device, shots, tick)).toBeUndefined();
    expect(await left(device)).toBe(0);
    const added = ['file-add', 'file-add', 'file-add'];
    expect(await outboxOf(device)).toEqual([...added, 'task-complete-employee']);
  });

  it('[FILE-2.8] a photo that the server refuses stays at its place, and the others arrive', async () => {
    const { team } = setup;
    const device = setup.device();
    await device.sync();
    for (const rank of ranksAfter(undefined, 3)) await attach(device, large(), { rank });
    await device.sync();
    const [first, second, third] = (await listTaskFiles(device.db, task)).map(
      ({ file }) => file ?? '',
    );
    const up = uploadsOf(device, team, team.founder);
    const tooLarge = refused(413, 'too_large');
    up.wire.instead = {
      putPart: (id, n, bytes) => (id === second ? tooLarge() : up.server.putPart(id, n, bytes)),
    };
    up.queue.start();
    await up.until(third ?? '', 'kept');
    up.queue.stop();
    expect(await up.file(first ?? '')).toMatchObject({ state: 'kept' });
    expect(await up.file(second ?? '')).toMatchObject({
      state: 'refused',
      reason: { code: 'too_large' },
    });
    expect(await listTaskFiles(device.db, task)).toHaveLength(3);
  });

  it('[CLIENT-5] a caption of one device and a place of another both stay, and removed ones are not counted', async () => {
    const [one, other] = [setup.device(), setup.device()];
    await one.sync();
    for (const rank of ranksAfter(undefined, 2)) await attach(one, large(), { rank });
    await one.sync();
    await other.sync();
    const [first, second] = (await listTaskFiles(one.db, task)).map(({ id }) => id);
    const edit = (device: Device, id = '', fields: object = {}) =>
      device.mutate(taskFileEdit, { id, ...fields });
    await edit(one, first, { caption: 'The bridge' });
    await edit(other, first, { rank: 'zz' });
    await edit(other, second, { status: false });
    for (const device of [one, other, one]) await device.sync();
    for (const { db } of [one, other]) {
      expect(await listTaskFiles(db, task)).toMatchObject([
        { id: first, caption: 'The bridge', rank: 'zz' },
      ]);
      expect(await taskFileCounts(db, [task])).toEqual(new Map([[task, 1]]));
    }
    await edit(one, second, { status: true });
    expect((await listTaskFiles(one.db, task)).map(({ id }) => id)).toEqual([second, first]);
  });

  it('[MUT-4] an entry is rejected with its file when the right was revoked meanwhile, and is listed', async () => {
    const { team } = setup;
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    task = await addTask(team, ben);
    const device = setup.device(ben);
    await device.sync();
    await attach(device, large());
    ok(await team.founder.delete(`team-member/update-destroy/${team.project}.${ben.orgUserId}/`));
    await device.sync();
    const rejected = await device.db.rejected.toArray();
    expect(rejected.map(({ item }) => item.name)).toEqual(['file-add', 'task-file-add']);
    expect(await rows(device.db, taskFiles).count()).toBe(0);
    // The bytes stay until the person decides.
    expect(await device.db.blobs.count()).toBe(1);
  });
});

const PLACE = 'comment:1';

/** Photos of this device that are not attached yet. */
async function keepShots(device: Device, count: number): Promise<readonly File[]> {
  for (let n = 0; n < count; n += 1) {
    const content = new File([large()], `${n}.jpg`, { type: 'image/jpeg' });
    const at = n + 1;
    expect(
      await keepShot(device.db, { id: `shot${n}`, content, at, place: PLACE }),
    ).toBeUndefined();
  }
  return shotsFor(device.db, PLACE);
}

const left = async ({ db }: Device) => (await shotsFor(db, PLACE)).length;

const outboxOf = async ({ db }: Device) =>
  (await db.outbox.orderBy('seq').toArray()).map(({ name }) => name);

function comment(ids: readonly string[], id: string): Prepared {
  const { project } = setup.team;
  const [attachment = null] = ids;
  return commentCreate.prepare({ id, task, project, comment: 'See', attachment });
}

async function attachShots(
  device: Device,
  shots: readonly File[],
  refer: (ids: readonly string[], id: string) => Prepared,
): Promise<Refusal | undefined> {
  const scope = projectScope(setup.team.project);
  const added = shots.map((content) => ({
    id: device.newId(),
    content,
    name: content.name,
    scope,
  }));
  const references = [
    refer(
      added.map(({ id }) => id),
      device.newId(),
    ),
  ];
  return attachFiles({ ...(await device.actions()), db: device.db, files: added, references });
}

async function attach(
  device: Device,
  content: Uint8Array<ArrayBuffer>,
  { rank = 'V', shot }: { readonly rank?: string; readonly shot?: string } = {},
): Promise<Refusal | undefined> {
  const { project } = setup.team;
  const id = device.newId();
  const file = {
    id,
    content: Object.assign(new Blob([content]), shot === undefined ? {} : { shot }),
    name: 'photo.bin',
    scope: projectScope(project),
  };
  const entry = { id: device.newId(), project, task, rank, file: id, caption: '' };
  return attachFiles({
    db: device.db,
    store: device.ports.store,
    actor: await actorOf(device.db, device.record),
    at: device.clock.time,
    files: [file],
    references: [taskFileAdd.prepare(entry)],
  });
}
