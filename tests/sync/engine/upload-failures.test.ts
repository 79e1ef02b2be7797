import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '../../../model/entities/comment.ts';
import { files } from '../../../model/entities/file.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { fileDelete } from '../../../model/mutations/file/file-delete.ts';
import { message } from '../../../model/shared/message.ts';
import { rows } from '../../../sync/store/database.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { syncStatus } from '../../../sync/store/sync-status.ts';
import { retryFile, unsentFiles } from '../../../sync/store/local-files.ts';
import { addTask, hire, join, ok } from '../../server/support/team.ts';
import { PROXY_PAGE } from '../support/sending.ts';
import { setUp, type Setup } from '../support/setup.ts';
import type { Device } from '../support/device.ts';
import { large, picked, refused, uploadsOf, type Uploads } from '../support/upload-queue.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await setUp();
});
afterEach(() => setup.end());

function uploads(device: Device): Uploads {
  return uploadsOf(device, setup.team, setup.team.founder);
}

describe('the upload queue after a failure', () => {
  it.each([400, 403, 413, 422])(
    '[FILE-2.8] rejects a file on a %i with the reason, and the person can upload it again',
    async (status) => {
      const device = setup.device();
      await device.sync();
      const up = uploads(device);
      const id = await picked(up, large(), 'film.bin');
      await device.sync();
      up.wire.instead = { putPart: refused(status, 'too_large') };
      up.queue.start();
      await up.until(id, 'refused');
      expect(await outboxItems(device.db)).toMatchObject([
        {
          id: `file:${id}`,
          state: 'rejected',
          description: message('Upload "{name}"', { name: 'film.bin' }),
          reason: 'No',
        },
      ]);
      expect(await syncStatus(device.db)).toMatchObject({ phase: 'needs-you', rejectedCount: 1 });
      up.wire.instead = {};
      await retryFile(device.db, id);
      up.queue.poke();
      await up.until(id, 'kept');
      expect(await unsentFiles(device.db)).toEqual([]);
      up.queue.stop();
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
    up.queue.start();
    await up.until(file, 'refused');
    expect((await up.file(file))?.reason?.message).toBe('Its bytes are no longer on this device');
    up.queue.stop();
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
    up.queue.start();
    for (let minute = 0; minute < 20; minute += 1) await up.pass(60_000);
    expect(up.wire.calls.length).toBeGreaterThan(8);
    expect((await up.file(id))?.state).toBe('waiting');
    up.wire.instead = {};
    for (let minute = 0; minute < 6; minute += 1) await up.pass(60_000);
    expect((await up.file(id))?.state).toBe('kept');
    up.queue.stop();
  });

  it('[FILE-2.7] [FILE-2.8] rejects a file after three damaged uploads, or eight failures over ten minutes, and uploads the next one', async () => {
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
    up.queue.start();
    await up.until(good, 'kept');
    await up.until(damaged, 'refused');
    for (let minute = 0; minute < 30; minute += 1) await up.pass(60_000);
    await up.until(failing, 'refused');
    expect(tries[damaged]).toBe(3);
    expect(tries[failing]).toBeGreaterThanOrEqual(8);
    up.queue.stop();
  });

  it.each([
    [500, 'internal'],
    [502, 'unavailable'],
    [504, 'unavailable'],
    [507, 'storage_full'],
  ] as const)(
    '[FILE-2.8] an outage of 15 minutes with %i rejects no file, and all are sent after it',
    async (status, code) => {
      const device = setup.device();
      await device.sync();
      const up = uploads(device);
      const ids = [await picked(up, large()), await picked(up, new Uint8Array([1, 2, 3]))];
      await device.sync();
      const down = refused(status, code);
      up.wire.instead = { parts: down, putPart: down, complete: down };
      up.queue.start();
      for (let minute = 0; minute < 15; minute += 1) await up.pass(60_000);
      for (const id of ids) expect(await up.file(id)).toMatchObject({ state: 'waiting' });
      up.wire.instead = {};
      for (let minute = 0; minute < 6; minute += 1) await up.pass(60_000);
      for (const id of ids) expect(await up.file(id)).toMatchObject({ state: 'kept' });
      up.queue.stop();
    },
  );

  it.each([502, 504])(
    '[FILE-2.8] a file on which a proxy gives up with %i is never rejected, and does not delay the others',
    async (status) => {
      const device = setup.device();
      await device.sync();
      const up = uploads(device);
      const slow = await picked(up, large());
      const good = await picked(up, new Uint8Array([4, 5, 6]));
      await device.sync();
      const { complete } = up.server;
      const gaveUp = refused(status, 'unavailable');
      up.wire.instead = { complete: (id) => (id === slow ? gaveUp() : complete(id)) };
      up.queue.start();
      await up.until(good, 'kept');
      for (let minute = 0; minute < 15; minute += 1) await up.pass(60_000);
      expect(await up.file(slow)).toMatchObject({ state: 'waiting' });
      up.queue.stop();
    },
  );

  it('[MUT-7.3] a file that a proxy blocks waits alone, and is sent when the proxy is gone', async () => {
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
    up.queue.start();
    await up.until(good, 'kept');
    for (let minute = 0; minute < 60; minute += 1) await up.pass(60_000);
    expect((await up.file(blocked))?.state).toBe('waiting');
    up.wire.instead = {};
    for (let minute = 0; minute < 6; minute += 1) await up.pass(60_000);
    expect((await up.file(blocked))?.state).toBe('kept');
    up.queue.stop();
  });

  it('[FILE-2.11] a file without a verdict of the scanner waits alone, and is sent when there is one', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const unknown = await picked(up, large());
    const good = await picked(up, new Uint8Array([4, 5, 6]));
    await device.sync();
    const { complete } = up.server;
    const noVerdict = refused(503, 'unavailable', { not_scanned: true });
    up.wire.instead = { complete: (id) => (id === unknown ? noVerdict() : complete(id)) };
    up.queue.start();
    await up.until(good, 'kept');
    for (let minute = 0; minute < 60; minute += 1) await up.pass(60_000);
    expect((await up.file(unknown))?.state).toBe('waiting');
    up.wire.instead = {};
    for (let minute = 0; minute < 6; minute += 1) await up.pass(60_000);
    expect((await up.file(unknown))?.state).toBe('kept');
    up.queue.stop();
  });

  it('a file whose row is rejected waits for the person, and nothing waits for it', async () => {
    const { team } = setup;
    const member = await hire(team, 'bo@field.test');
    await join(team, member);
    const device = setup.device(member);
    await device.sync();
    const up = uploadsOf(device, team, member);
    const id = await picked(up, new Uint8Array([1, 2, 3]));
    const membership = `${team.project}.${member.orgUserId ?? ''}`;
    ok(await team.founder.delete(`team-member/update-destroy/${membership}/`));
    await device.sync();
    expect(await outboxItems(device.db)).toMatchObject([{ state: 'rejected' }]);
    expect(await syncStatus(device.db)).toMatchObject({ waiting: 0, rejectedCount: 1 });
    expect(await up.queue.drain(1_000)).toBe(true);
    expect((await up.file(id))?.state).toBe('waiting');
  });

  it('[ENG-3.1] a clock that is set back delays no file, neither all of them nor one with a failure of its own', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploads(device);
    const file = await picked(up, new Uint8Array([1, 2, 3]));
    await device.sync();
    up.wire.offline = true;
    up.queue.start();
    await up.pass(1_000);
    up.setClockBack(3_600_000);
    up.wire.offline = false;
    up.wire.instead = { complete: refused(500, 'internal') };
    await up.untilCalls(up.wire.calls.length + 1);
    await up.pass(10_000);
    expect(up.wire.calls).toContain('complete');
    up.setClockBack(3_600_000);
    up.wire.instead = {};
    await up.until(file, 'kept');
    up.queue.stop();
  });

  it.each([429, 500])(
    '[ENG-3.1] a server that responds with %i and an immediate Retry-After is not asked without a pause',
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
      up.queue.start();
      await up.pass(10_000);
      expect(up.wire.calls.length).toBeLessThan(20);
      up.wire.instead = {};
      await up.until(file, 'kept');
      up.queue.stop();
    },
  );
});
