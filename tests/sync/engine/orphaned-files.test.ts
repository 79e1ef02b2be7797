import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectScope } from '../../../model/entities/scopes.ts';
import { dexieFiles } from '../../../sync/store/file-store.ts';
import { localBytes } from '../../../sync/store/local-files.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { hire, join, ok } from '../../server/support/team.ts';
import { setUp, type Setup } from '../support/setup.ts';
import { large, picked, uploadsOf } from '../support/upload-queue.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await setUp();
});
afterEach(() => setup.end());

describe('a waiting file whose row is gone', () => {
  it('[FILE-2.13] is rejected, can be saved, and is sent when its person may read it again', async () => {
    const { team } = setup;
    const ben = await hire(team, 'ben@field.test');
    await join(team, ben);
    const device = setup.device(ben);
    await device.sync();
    const up = uploadsOf(device, team, ben);
    const id = await picked(up, large(), 'rope.bin');
    await device.sync();
    ok(await team.founder.delete(`team-member/update-destroy/${team.project}.${ben.orgUserId}/`));
    await device.sync();
    const store = dexieFiles(device.db, ben.orgUserId ?? '');
    await store.tidy(device.clock.time);
    expect(await outboxItems(device.db)).toMatchObject([
      { state: 'rejected', mayRetry: false, files: [{ id, name: 'rope.bin' }] },
    ]);
    expect((await localBytes(device.db, id))?.size).toBe(large().length);
    expect(await store.mayChange()).toBe(true);

    await join(team, ben);
    await device.sync();
    up.queue.start();
    await up.until(id, 'kept');
    up.queue.stop();
  });

  it('[FILE-2.13] [OUT-1.1] is decided on with outlines of other projects only', async () => {
    const device = setup.device();
    await device.sync();
    const up = uploadsOf(device, setup.team, setup.team.founder);
    const id = await picked(up, large());
    await device.sync();
    await device.db.dexie.table('files').delete(id);
    const { tidy } = dexieFiles(device.db, '1');
    const outline = async (outlined: readonly string[], hot: Readonly<Record<string, number>>) => {
      await device.db.streams.toCollection().modify({ outlined, hot });
      await tidy(device.clock.time);
      return (await up.file(id))?.state;
    };
    const own = projectScope(setup.team.project);
    expect(await outline([own, 'project:other'], {})).toBe('waiting');
    expect(await outline(['project:other'], {})).toBe('refused');
    await device.db.blobs.update(id, { state: 'waiting' });
    expect(await outline([own], { [own]: 1 })).toBe('refused');
  });
});
