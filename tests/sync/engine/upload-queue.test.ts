import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { files } from '../../../model/entities/file.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { fileDelete } from '../../../model/mutations/file/file-delete.ts';
import { PART_BYTES } from '../../../model/shared/file-limits.ts';
import { createEngine } from '../../../sync/engine/engine.ts';
import { rows } from '../../../sync/store/database.ts';
import { outboxItems, syncStatus } from '../../../sync/store/sync-status.ts';
import { dexieFiles } from '../../../sync/store/file-store.ts';
import { dropFile, localBytes, retryFile, unsentFiles } from '../../../sync/store/local-files.ts';
import { unsentOf } from '../../../sync/store/prepare.ts';
import { bearer, digestOf, fetchFile } from '../../server/support/files.ts';
import { addTask } from '../../server/support/team.ts';
import { refused, uploadsOf, type Uploads } from '../support/upload-queue.ts';
import type { Device } from '../support/device.ts';
import { PROXY_PAGE } from '../support/sending.ts';
import { setUp, type Setup } from '../support/setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await setUp();
});
afterEach(() => setup.end());

/** Three parts and a bit, no two of them alike. */
function large(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(3 * PART_BYTES + 700);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = (index * 7 + (index >> 20)) % 251;
  return bytes;
}

function uploads(device: Device): Uploads {
  return uploadsOf(device, setup.team, setup.team.founder);
}

async function picked(
  up: Uploads,
  content: Uint8Array<ArrayBuffer>,
  name?: string,
): Promise<string> {
  const id = await up.attach(content, name);
  if (typeof id !== 'string') throw new Error(id.message);
  return id;
}

describe('a file that is picked', () => {
  it('[FILE-1] is on this device with its bytes and its digest when the action is over', async () => {
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

  it('[FILE-1] on a full device leaves nothing behind and says that the text is safe', async () => {
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

  it('[FILE-1] of a tab that was killed while copying is swept later, and only then', async () => {
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

describe('the upload queue', () => {
  it('[FILE-2.2] continues an interrupted upload in another process and sends no part twice', async () => {
    let device = setup.device();
    await device.sync();
    let up = uploads(device);
    const content = large();
    const id = await picked(up, content);
    await device.sync();
    up.wire.cutAfter = 3;
    up.lane.start();
    await up.untilCalls(4);
    expect(up.wire.calls.slice(0, 4)).toEqual(['parts', 'put 0', 'put 1', 'put 2']);
    up.lane.stop();

    device = device.restart();
    up = uploads(device);
    expect((await up.file(id))?.sent).toBe(2);
    up.lane.start();
    await up.until(id, 'kept');
    expect(up.wire.calls).toEqual(['parts', 'put 2', 'put 3', 'complete']);
    up.lane.stop();
    const got = await fetchFile(setup.team, id, bearer(setup.team.founder));
    expect(digestOf(got.bytes)).toBe(digestOf(content));
    await device.sync();
    expect(await rows(device.db, files).get(id)).toMatchObject({ state: 'stored' });
    expect(await unsentOf(device.db)).toBe(0);
    device.close();
  });

  it('[ENG-2] uploads files although a suspended tab holds its lock', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploadsOf(device, setup.team, setup.team.founder, { isLockHeld: true });
    const first = await picked(up, large());
    await device.sync();
    up.lane.start();
    await up.until(first, 'kept');
    const second = await picked(up, large());
    await device.sync();
    up.lane.poke();
    await up.until(second, 'kept');
    up.lane.stop();
  });

  it('[FILE-2.2] completes an upload of which every response was lost once', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const id = await picked(up, large());
    await device.sync();
    up.wire.loseReplies = true;
    up.lane.start();
    await up.pass(3_000);
    up.wire.loseReplies = false;
    await up.until(id, 'kept');
    up.lane.stop();
  });

  it('[FILE-2.1] [FILE-2.2] [MUT-6] sends no file before the server has its row, and no text waits for a file', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    up.wire.instead = { putPart: () => new Promise(() => undefined) };
    const id = await picked(up, large());
    up.lane.start();
    await up.pass(5_000);
    expect(up.wire.calls).toEqual([]);
    await device.sync();
    up.lane.poke();
    await up.untilCalls(2);
    expect(up.wire.calls).toEqual(['parts', 'put 0']);
    // The first part hangs: a change of text goes all the same.
    expect(await device.mutate(fileDelete, { id })).toBeUndefined();
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);
    up.lane.stop();
  });

  it.each([400, 403, 413, 422])(
    '[FILE-2.8] rejects a file on a %i with the reason, and the person can upload it again',
    async (status) => {
      const device = setup.device();
      await device.sync();
      const up = uploads(device);
      const id = await picked(up, large(), 'film.bin');
      await device.sync();
      up.wire.instead = { putPart: refused(status, 'too_large') };
      up.lane.start();
      await up.until(id, 'refused');
      expect(await outboxItems(device.db)).toMatchObject([
        { id: `file:${id}`, state: 'rejected', description: 'Upload "film.bin"', reason: 'No' },
      ]);
      expect(await syncStatus(device.db)).toMatchObject({ phase: 'needs-you', rejectedCount: 1 });
      up.wire.instead = {};
      await retryFile(device.db, id);
      up.lane.poke();
      await up.until(id, 'kept');
      expect(await unsentFiles(device.db)).toEqual([]);
      up.lane.stop();
    },
  );

  it('[FILE-2.8] rejects a file without bytes, and its removal keeps the comment that refers to it', async () => {
    const device = setup.device();
    const { team } = setup;
    const task = await addTask(team, team.founder);
    await device.sync();
    const up = uploads(device);
    const [file, id] = [await picked(up, large()), device.newId()];
    const comment = { id, task, project: team.project, comment: 'See', attachment: file };
    expect(await device.mutate(commentCreate, comment)).toBeUndefined();
    await device.sync();
    await device.db.blobParts.clear();
    up.lane.start();
    await up.until(file, 'refused');
    expect((await up.file(file))?.reason?.message).toBe('Its bytes are no longer on this device');
    up.lane.stop();
    expect(await device.mutate(fileDelete, { id: file })).toBeUndefined();
    await device.sync();
    expect(await rows(device.db, files).get(file)).toBeUndefined();
    expect((await rows(device.db, comments).get(id))?.comment).toBe('See');
  });

  it('[FILE-2.9] a file whose row the server does not find waits for the row', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const id = await picked(up, new Uint8Array([1, 2, 3]));
    await device.sync();
    up.wire.instead = { parts: refused(404, 'not_found') };
    up.lane.start();
    for (let minute = 0; minute < 20; minute += 1) await up.pass(60_000);
    expect(up.wire.calls.length).toBeGreaterThan(8);
    expect((await up.file(id))?.state).toBe('waiting');
    up.wire.instead = {};
    for (let minute = 0; minute < 6; minute += 1) await up.pass(60_000);
    expect((await up.file(id))?.state).toBe('kept');
    up.lane.stop();
  });

  it('[FILE-2.1] no transaction of the engine includes the tables of bytes', async () => {
    const { ports } = setup.device();
    const names = await ports.store.write('all', async () => Dexie.currentTransaction.storeNames);
    expect(names).toContain('files');
    expect(names.filter((name) => name.startsWith('blob'))).toEqual([]);
  });

  it('[FILE-2.7] [FILE-2.8] rejects a file after three damaged uploads or eight failures and uploads the next one', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const damaged = await picked(up, large());
    const failing = await picked(up, new Uint8Array([1, 2, 3]));
    const good = await picked(up, new Uint8Array([4, 5, 6]));
    await device.sync();
    const { complete } = up.server;
    const answers: Record<string, ReturnType<typeof refused>> = {
      [damaged]: refused(409, 'conflict'),
      [failing]: refused(500, 'internal'),
    };
    const tries: Record<string, number> = {};
    up.wire.instead = {
      complete: (id) => {
        tries[id] = (tries[id] ?? 0) + 1;
        return (answers[id] ?? (() => complete(id)))();
      },
    };
    up.lane.start();
    await up.until(good, 'kept');
    await up.until(damaged, 'refused');
    for (let minute = 0; minute < 30; minute += 1) await up.pass(60_000);
    await up.until(failing, 'refused');
    expect([tries[damaged], tries[failing]]).toEqual([3, 8]);
    up.lane.stop();
  });

  it('[MUT-7.3] a file that a proxy does not let through waits alone, and goes when the proxy does', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const blocked = await picked(up, large());
    const good = await picked(up, new Uint8Array([4, 5, 6]));
    await device.sync();
    const { putPart } = up.server;
    up.wire.instead = {
      putPart: async (id, n, bytes) => (id === blocked ? PROXY_PAGE : putPart(id, n, bytes)),
    };
    up.lane.start();
    await up.until(good, 'kept');
    for (let minute = 0; minute < 60; minute += 1) await up.pass(60_000);
    expect((await up.file(blocked))?.state).toBe('waiting');
    up.wire.instead = {};
    for (let minute = 0; minute < 6; minute += 1) await up.pass(60_000);
    expect((await up.file(blocked))?.state).toBe('kept');
    up.lane.stop();
  });

  it('[ENG-3.1] a clock that is put back holds no file up, neither all of them nor one that failed by itself', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const file = await picked(up, new Uint8Array([1, 2, 3]));
    await device.sync();
    up.wire.offline = true;
    up.lane.start();
    await up.pass(1_000);
    up.putBack(3_600_000);
    up.wire.offline = false;
    up.wire.instead = { complete: refused(500, 'internal') };
    await up.untilCalls(up.wire.calls.length + 1);
    await up.pass(10_000);
    expect(up.wire.calls).toContain('complete');
    up.putBack(3_600_000);
    up.wire.instead = {};
    await up.until(file, 'kept');
    up.lane.stop();
  });

  it.each([429, 500])(
    '[ENG-3.1] a server that says %i and to come again at once is not asked without a pause',
    async (status) => {
      const device = setup.device();
      await device.sync();
      const up = uploads(device);
      const file = await picked(up, new Uint8Array([1, 2, 3]));
      await device.sync();
      const failure = { kind: 'refused', status, code: 'unavailable', message: '' } as const;
      const reply = { ok: false, failure: { ...failure, details: {}, retryAfter: 0 } } as const;
      const { complete } = up.server;
      up.wire.instead = {
        complete: async (id) => (up.wire.calls.length > 60 ? complete(id) : reply),
      };
      up.lane.start();
      await up.pass(10_000);
      expect(up.wire.calls.length).toBeLessThan(20);
      up.wire.instead = {};
      await up.until(file, 'kept');
      up.lane.stop();
    },
  );

  it('[FILE-2.2] two tabs that upload the same file at once store one complete file', async () => {
    const device = setup.device();
    await device.sync();
    const [one, two] = [uploads(device), uploads(device)];
    const content = large();
    const id = await picked(one, content);
    await device.sync();
    one.lane.start();
    two.lane.start();
    await Promise.all([one.until(id, 'kept'), two.until(id, 'kept')]);
    one.lane.stop();
    two.lane.stop();
    const got = await fetchFile(setup.team, id, bearer(setup.team.founder));
    expect(digestOf(got.bytes)).toBe(digestOf(content));
  });

  it('[FILE-2.10] uploads a file again whose bytes a restored server lacks', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const id = await picked(up, large());
    await device.sync();
    up.lane.start();
    await up.until(id, 'kept');
    up.lane.stop();
    // The row as a restored server has it: the bytes never came.
    await device.db.dexie.table('files').update(id, { state: 'uploading' });
    await dexieFiles(device.db, setup.team.founder.orgUserId ?? '').tidy(device.clock.time);
    expect(await up.file(id)).toMatchObject({ state: 'waiting', sent: 0 });
  });

  it('a file whose row is gone for good is set before the person, its bytes still here', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const id = await picked(up, large());
    await device.sync();
    await device.db.dexie.table('files').delete(id);
    await dexieFiles(device.db, '1').tidy(device.clock.time);
    expect(await up.file(id)).toMatchObject({
      state: 'refused',
      reason: { message: 'What this file was attached to is gone' },
    });
    expect(await device.db.blobParts.count()).toBe(4);
    await dropFile(device.db, id);
    expect(await device.db.blobParts.count()).toBe(0);
  });

  it('[FILE-3] the bytes of a sent file leave the device with its row, and not while a download goes on', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const id = await picked(up, large());
    await device.sync();
    up.lane.start();
    await up.until(id, 'kept');
    up.lane.stop();
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

  it('of an engine drains with it: nothing is called sent while a file waits', async () => {
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
