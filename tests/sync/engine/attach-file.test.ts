import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { files } from '../../../model/entities/file.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { rows } from '../../../sync/store/database.ts';
import { dexieFiles } from '../../../sync/store/file-store.ts';
import { localBytes } from '../../../sync/store/local-files.ts';
import { unsentOf } from '../../../sync/store/prepare.ts';
import { addTask } from '../../server/support/team.ts';
import { digestOf } from '../../server/support/files.ts';
import { refuseFirst } from '../support/sending.ts';
import { setUp, type Setup } from '../support/setup.ts';
import type { Device } from '../support/device.ts';
import { large, picked, uploadsOf, type Uploads } from '../support/upload-queue.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await setUp();
});
afterEach(() => setup.end());

function uploads(device: Device): Uploads {
  return uploadsOf(device, setup.team, setup.team.founder);
}

describe('a picked file', () => {
  it('[FILE-1.1] is on this device with its bytes and its digest after the action', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const content = large();
    const id = await picked(up, content, 'ropes.bin');
    const bytes = await localBytes(device.db, id);
    expect(digestOf(new Uint8Array((await bytes?.arrayBuffer()) ?? []))).toBe(digestOf(content));
    expect(await device.db.blobParts.count()).toBe(4);
    expect(await rows(device.db, files).get(id)).toMatchObject({
      name: 'ropes.bin',
      state: 'uploading',
      digest: digestOf(content),
      size: content.length,
    });
    expect(await unsentOf(device.db)).toBe(1);
  });

  it('[FILE-1.2] [MUT-4.1] has a row of its own, with which the comment that refers to it is rejected', async () => {
    const device = setup.device();
    const { team } = setup;
    const task = await addTask(team, team.founder);
    await device.sync();
    const file = await picked(uploads(device), large());
    const id = device.newId();
    const comment = { id, task, project: team.project, comment: 'See', attachment: file };
    expect(await device.mutate(commentCreate, comment)).toBeUndefined();
    refuseFirst(device, { status: 403, code: 'forbidden', message: 'No right' });
    await device.sync();
    const rejected = await device.db.rejected.toArray();
    expect(rejected.map(({ item }) => item.name)).toEqual(['file-add', 'comment-create']);
    expect(new Set(rejected.map(({ group }) => group)).size).toBe(1);
  });

  it('[FILE-1.5] with equal bytes twice has two ids and one digest', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const ids = [await picked(up, large()), await picked(up, large())];
    const stored = await rows(device.db, files).toArray();
    expect(stored.map((row) => row.id).toSorted()).toEqual(ids.toSorted());
    expect(new Set(stored.map(({ digest }) => digest)).size).toBe(1);
    expect(new Set(ids).size).toBe(2);
  });

  it('[FILE-1.4] leaves no bytes on a full device, and the person reads that the text is safe', async () => {
    const device = setup.device();
    await device.sync();
    let parts = 0;
    device.db.blobParts.hook('creating', () => {
      parts += 1;
      if (parts === 3) throw new DOMException('No room', 'QuotaExceededError');
    });
    const result = await uploads(device).attach(large());
    expect(result).toMatchObject({
      code: 'storage_full',
      message: expect.stringMatching(/no room.*text is safe/i),
    });
    expect(await device.db.blobParts.count()).toBe(0);
    expect(await device.db.blobs.count()).toBe(0);
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[FILE-1.3] of a tab that was killed while copying is swept after an hour', async () => {
    const device = setup.device();
    const half = { name: 'x', size: 5, digest: '', parts: 1, state: 'copying', sent: 0 } as const;
    const now = device.clock.time;
    await device.db.blobs.bulkPut([
      { ...half, id: 'old', at: now - 7_200_000 },
      { ...half, id: 'new', at: now - 1_000 },
    ]);
    await dexieFiles(device.db, '1').tidy(now);
    expect(await device.db.blobs.toCollection().primaryKeys()).toEqual(['new']);
  });
});
