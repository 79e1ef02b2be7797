import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { refuse } from '../../../model/shared/errors.ts';
import { GRACE_MS } from '../../../server/files/sweep.ts';
import { storeRejection } from '../../../sync/core/rejection.ts';
import { rows } from '../../../sync/store/database.ts';
import { dexieFiles } from '../../../sync/store/file-store.ts';
import { keepUnsentOnly } from '../../../sync/store/keep-unsent.ts';
import { unsentFiles } from '../../../sync/store/local-files.ts';
import { withLostFiles } from '../../../sync/store/lost-files.ts';
import { retryItem } from '../../../sync/store/outbox-actions.ts';
import { bearer, fetchFile } from '../../server/support/files.ts';
import { addTask, ok } from '../../server/support/team.ts';
import { signIn } from '../../support/rest-client.ts';
import type { Device } from '../support/device.ts';
import { setUp, type Setup } from '../support/setup.ts';
import { large, picked, uploadsOf, type Uploads } from '../support/upload-queue.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await setUp();
});
afterEach(() => setup.end());

interface Photo {
  readonly device: Device;
  readonly up: Uploads;
  readonly file: string;
}

/** A file that the server has, and a comment with it that is in the outbox or rejected. */
async function unsentComment(state: 'queued' | 'quarantined' | 'rejected'): Promise<Photo> {
  const { team } = setup;
  const task = await addTask(team, team.founder);
  const device = setup.device();
  await device.sync();
  const up = uploadsOf(device, team, team.founder);
  const file = await picked(up, large(), 'rope.bin');
  await device.sync();
  up.queue.start();
  await up.until(file, 'kept');
  up.queue.stop();
  await device.sync();
  const id = device.newId();
  const comment = { id, task, project: team.project, comment: 'See', attachment: file };
  expect(await device.mutate(commentCreate, comment)).toBeUndefined();
  const [item] = (await device.db.outbox.toArray()).filter(({ name }) => name === 'comment-create');
  if (item === undefined) throw new Error('The comment is not in the outbox');
  if (state === 'rejected') {
    const reason = refuse('invalid', 'No');
    const at = device.clock.time;
    await device.ports.store.write({ tables: 'all', durability: 'relaxed' }, (tx) =>
      storeRejection(tx, { items: [item], group: item.seq, reason, at }),
    );
  } else {
    await device.db.outbox.put({ ...item, state });
  }
  return { device, up, file };
}

/** The server removes the file that no row refers to; a queued comment is rejected by it then. */
async function sweep({ device }: Photo): Promise<void> {
  const { team } = setup;
  await team.setup.app.services.files.sweep();
  team.setup.clock.time += GRACE_MS + 1_000;
  expect(await team.setup.app.services.files.sweep()).toMatchObject({ orphans: 1 });
  ok(await signIn(team.founder, 'ada@field.test'));
  await device.sync();
}

function tidy({ device }: Photo): Promise<void> {
  const { orgUserId } = setup.team.founder;
  return dexieFiles(device.db, orgUserId ?? '').tidy(device.clock.time);
}

describe('the bytes of a file that an unsent change refers to', () => {
  it.each([
    ['queued', 'refused'],
    ['quarantined', 'waiting'],
    ['rejected', 'refused'],
  ] as const)(
    '[FILE-3] stay when the server has swept the file, with the change %s',
    async (state, left) => {
      const photo = await unsentComment(state);
      await sweep(photo);
      expect(await photo.device.db.dexie.table('files').count()).toBe(0);
      await tidy(photo);
      expect(await photo.up.file(photo.file)).toMatchObject({ state: left });
      expect(await photo.device.db.blobParts.count()).toBe(4);
    },
  );

  it('[FILE-3] of a rejected change are named by it alone, until it is discarded', async () => {
    const photo = await unsentComment('rejected');
    await sweep(photo);
    await tidy(photo);
    expect(await unsentFiles(photo.device.db)).toEqual([]);
    await photo.device.db.rejected.clear();
    await tidy(photo);
    expect(await unsentFiles(photo.device.db)).toMatchObject([{ name: 'rope.bin' }]);
  });

  it('[FILE-3] are not removed for room', async () => {
    const { device, file } = await unsentComment('rejected');
    await device.db.blobs.update(file, { size: 300_000_000 });
    await dexieFiles(device.db, '1').tidy(device.clock.time);
    expect(await device.db.blobParts.count()).toBe(4);
    await device.db.rejected.clear();
    await dexieFiles(device.db, '1').tidy(device.clock.time);
    expect(await device.db.blobParts.count()).toBe(0);
  });

  it('[FILE-3] [CLIENT-9.4] stay on the device when its person signs out', async () => {
    const { device } = await unsentComment('rejected');
    await keepUnsentOnly(device.db);
    expect(await device.db.blobParts.count()).toBe(4);
  });

  it('[FILE-2.12] are sent again with their row when the rejected change is tried again', async () => {
    const photo = await unsentComment('rejected');
    const { device, file } = photo;
    await sweep(photo);
    await tidy(photo);
    const [entry] = await device.db.rejected.toArray();
    const retried = withLostFiles(device.db, await device.actions(), (context) =>
      retryItem(context, String(entry?.seq)),
    );
    expect(await retried).toBeUndefined();
    await device.sync();
    expect(await device.db.rejected.toArray()).toEqual([]);
    const up = uploadsOf(device, setup.team, setup.team.founder);
    up.queue.start();
    await up.until(file, 'kept');
    up.queue.stop();
    const { app } = setup.team;
    const fetched = await fetchFile({ app }, file, bearer(setup.team.founder));
    expect(fetched.bytes).toEqual(Buffer.from(large()));
    expect(await rows(device.db, comments).toArray()).toMatchObject([{ attachment: file }]);
  });
});
