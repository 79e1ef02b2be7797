import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dexieFiles } from '../../../sync/store/file-store.ts';
import { keepUnsentOnly } from '../../../sync/store/keep-unsent.ts';
import { bearer, fetchFile } from '../../server/support/files.ts';
import { type Restorable, startRestorable } from '../support/restorable.ts';
import { NETWORK } from '../support/setup.ts';
import { large, picked, uploadsOf } from '../support/upload-queue.ts';

describe('a file whose row a restored server lacks', () => {
  let setup: Restorable;
  beforeEach(async () => {
    setup = await startRestorable();
  });
  afterEach(() => setup.end());

  /** An uploaded file, whose row is to be sent again to the restored server. */
  async function lostFile(): Promise<string> {
    const { device } = setup;
    const kept = setup.backup();
    const up = uploads();
    const id = await picked(up, large());
    await device.sync();
    up.queue.start();
    await up.until(id, 'kept');
    up.queue.stop();
    await device.sync();
    await setup.restore(kept);
    device.wire.instead = { push: () => NETWORK };
    for (let times = 0; times < 3; times += 1) await device.sync();
    expect(await device.db.outbox.count()).toBeGreaterThan(0);
    return id;
  }

  it('[FILE-2.10] is uploaded to it again', async () => {
    const { device, team } = setup;
    const id = await lostFile();
    await dexieFiles(device.db, team.founder.orgUserId ?? '').tidy(device.clock.time);
    device.wire.instead = {};
    await device.sync();
    const up = uploads();
    up.queue.start();
    await up.until(id, 'kept');
    up.queue.stop();
    const fetched = await fetchFile({ app: setup.app() }, id, bearer(team.founder));
    expect(fetched.bytes).toEqual(Buffer.from(large()));
  });

  it('[FILE-2.10] [CLIENT-9.4] stays on the device with its bytes when its person signs out before', async () => {
    const { device } = setup;
    const id = await lostFile();
    await keepUnsentOnly(device.db);
    expect(await device.db.blobs.get(id)).toMatchObject({ state: 'waiting', sent: 0 });
    expect(await device.db.blobParts.count()).toBe(4);
  });

  function uploads() {
    const { device, team } = setup;
    return uploadsOf(device, { app: setup.app(), project: team.project }, team.founder);
  }
});
