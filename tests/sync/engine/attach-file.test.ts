import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { files } from '../../../model/entities/file.ts';
import { rows } from '../../../sync/store/database.ts';
import { dexieFiles } from '../../../sync/store/file-store.ts';
import { localBytes } from '../../../sync/store/local-files.ts';
import { unsentOf } from '../../../sync/store/prepare.ts';
import { digestOf } from '../../server/support/files.ts';
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
  it('[FILE-1] is on this device with its bytes and its digest after the action', async () => {
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

  it('[FILE-1] leaves no bytes on a full device, and the person reads that the text is safe', async () => {
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

  it('[FILE-1] of a tab that was killed while copying is swept after an hour', async () => {
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
