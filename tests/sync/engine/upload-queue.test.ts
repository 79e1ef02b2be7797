import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Dexie } from 'dexie';
import { files } from '../../../model/entities/file.ts';
import { fileDelete } from '../../../model/mutations/file/file-delete.ts';
import { createEngine } from '../../../sync/engine/engine.ts';
import { rows } from '../../../sync/store/database.ts';
import { dexieFiles } from '../../../sync/store/file-store.ts';
import { unsentOf } from '../../../sync/store/prepare.ts';
import { bearer, digestOf, fetchFile } from '../../server/support/files.ts';
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

describe('the upload queue', () => {
  it('[FILE-2.2] continues an interrupted upload in another process and sends no part twice', async () => {
    let device = setup.device();
    await device.sync();
    let up = uploads(device);
    const content = large();
    const id = await picked(up, content);
    await device.sync();
    up.wire.cutAfter = 3;
    up.queue.start();
    await up.untilCalls(4);
    expect(up.wire.calls.slice(0, 4)).toEqual(['parts', 'put 0', 'put 1', 'put 2']);
    up.queue.stop();

    device = device.restart();
    up = uploads(device);
    expect((await up.file(id))?.sent).toBe(2);
    up.queue.start();
    await up.until(id, 'kept');
    expect(up.wire.calls).toEqual(['parts', 'put 2', 'put 3', 'complete']);
    up.queue.stop();
    const got = await fetchFile(setup.team, id, bearer(setup.team.founder));
    expect(digestOf(got.bytes)).toBe(digestOf(content));
    await device.sync();
    expect(await rows(device.db, files).get(id)).toMatchObject({ state: 'stored' });
    expect(await unsentOf(device.db)).toBe(0);
    device.close();
  });

  it('[ENG-2.1] uploads files although a suspended tab holds its lock', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploadsOf(device, setup.team, setup.team.founder, { isLockHeld: true });
    const first = await picked(up, large());
    await device.sync();
    up.queue.start();
    await up.until(first, 'kept');
    const second = await picked(up, large());
    await device.sync();
    up.queue.poke();
    await up.until(second, 'kept');
    up.queue.stop();
  });

  it('[FILE-2.2] completes an upload of which every response was lost once', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const id = await picked(up, large());
    await device.sync();
    up.wire.loseReplies = true;
    up.queue.start();
    await up.pass(3_000);
    up.wire.loseReplies = false;
    await up.until(id, 'kept');
    up.queue.stop();
  });

  it('[FILE-2.1] [FILE-2.2] [MUT-6] sends no file before the server has its row, and no text waits for a file', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    up.wire.instead = { putPart: () => new Promise(() => undefined) };
    const id = await picked(up, large());
    up.queue.start();
    await up.pass(5_000);
    expect(up.wire.calls).toEqual([]);
    await device.sync();
    up.queue.poke();
    await up.untilCalls(2);
    expect(up.wire.calls).toEqual(['parts', 'put 0']);
    // The first part is pending; a change of text is sent nevertheless.
    expect(await device.mutate(fileDelete, { id })).toBeUndefined();
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);
    up.queue.stop();
  });

  it('[FILE-2.1] no transaction of the engine includes the tables of bytes', async () => {
    const { ports } = setup.device();
    const names = await ports.store.write(
      { tables: 'all', durability: 'on-disk' },
      async () => Dexie.currentTransaction.storeNames,
    );
    expect(names).toContain('files');
    expect(names.filter((name) => name.startsWith('blob'))).toEqual([]);
  });

  it('[FILE-2.2] two tabs that upload the same file at once store one complete file', async () => {
    const device = setup.device();
    await device.sync();
    const [one, two] = [uploads(device), uploads(device)];
    const content = large();
    const id = await picked(one, content);
    await device.sync();
    one.queue.start();
    two.queue.start();
    await Promise.all([one.until(id, 'kept'), two.until(id, 'kept')]);
    one.queue.stop();
    two.queue.stop();
    const got = await fetchFile(setup.team, id, bearer(setup.team.founder));
    expect(digestOf(got.bytes)).toBe(digestOf(content));
  });

  it('[FILE-2.10] uploads a file again whose bytes a restored server lacks', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const id = await picked(up, large());
    await device.sync();
    up.queue.start();
    await up.until(id, 'kept');
    up.queue.stop();
    // The row as a restored server has it, without the bytes.
    await device.db.dexie.table('files').update(id, { state: 'uploading' });
    await dexieFiles(device.db, setup.team.founder.orgUserId ?? '').tidy(device.clock.time);
    expect(await up.file(id)).toMatchObject({ state: 'waiting', sent: 0 });
  });

  it('[FILE-2.10] an idle queue notices such a file by itself', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const id = await picked(up, large());
    await device.sync();
    up.queue.start();
    await up.until(id, 'kept');
    const calls = up.wire.calls.length;
    await device.db.dexie.table('files').update(id, { state: 'uploading' });
    await up.untilCalls(calls + 1);
    await up.until(id, 'kept');
    up.queue.stop();
  });

  it('of an engine is drained with the outbox: nothing counts as sent while a file waits', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const id = await picked(up, new Uint8Array([1, 2, 3]));
    const { founder } = setup.team;
    const engine = createEngine({
      ports: device.ports,
      account: { orgId: founder.orgId ?? '', orgUserId: founder.orgUserId ?? '' },
      files: { store: dexieFiles(device.db, founder.orgUserId ?? ''), transport: up.server },
    });
    expect(await engine.drain(20_000)).toBe(true);
    expect((await up.file(id))?.state).toBe('kept');
    engine.stop();
  });
});
