import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dexieFiles } from '../../../sync/store/file-store.ts';
import { dropFile } from '../../../sync/store/local-files.ts';
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

describe('the bytes of sent files on the device', () => {
  it('[FILE-2.13] a file whose row was deleted for good is rejected, and its bytes stay on the device', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const id = await picked(up, large());
    await device.sync();
    await device.db.dexie.table('files').delete(id);
    await dexieFiles(device.db, '1').tidy(device.clock.time);
    expect(await up.file(id)).toMatchObject({
      state: 'refused',
      reason: { code: 'parent_gone' },
    });
    expect(await device.db.blobParts.count()).toBe(4);
    await dropFile(device.db, id);
    expect(await device.db.blobParts.count()).toBe(0);
  });

  it('[FILE-3] the bytes of a sent file are removed with its row, but not during a download', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const id = await picked(up, large());
    await device.sync();
    up.queue.start();
    await up.until(id, 'kept');
    up.queue.stop();
    await device.sync();
    const streams = await device.db.streams.toArray();
    const download = { reason: 'refill', done: 0, total: 0, run: '' } as const;
    await device.db.streams.bulkPut(streams.map((state) => ({ ...state, download })));
    await device.db.dexie.table('files').delete(id);
    const { tidy } = dexieFiles(device.db, '1');
    await tidy(device.clock.time);
    expect(await device.db.blobParts.count()).toBe(4);
    await device.db.streams.bulkPut(streams);
    await tidy(device.clock.time);
    expect(await device.db.blobParts.count()).toBe(0);
    expect(await device.db.blobs.count()).toBe(0);
  });

  it('[FILE-3] frees the bytes of stored files beyond the budget, the oldest first, and never unsent ones', async () => {
    const device = setup.device();
    const at = device.clock.time;
    const file = (id: string, state: 'kept' | 'waiting' | 'refused', age: number) => ({
      id,
      name: id,
      size: 90_000_000,
      digest: '',
      parts: 86,
      state,
      sent: 0,
      at: at - age,
    });
    await device.db.blobs.bulkPut([
      file('oldest', 'kept', 5),
      file('unsent', 'waiting', 4),
      file('refused', 'refused', 3),
      file('newer', 'kept', 2),
      file('newest', 'kept', 1),
    ]);
    await dexieFiles(device.db, '1').tidy(at);
    const left = await device.db.blobs.toCollection().primaryKeys();
    expect(left.toSorted()).toEqual(['newer', 'newest', 'refused', 'unsent']);
  });
});
