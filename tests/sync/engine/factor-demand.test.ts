import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { syncStatus } from '../../../sync/store/sync-status.ts';
import { addAuthenticator } from '../../server/support/authenticator.ts';
import { hire, join, ok, pull } from '../../server/support/team.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { large, picked, uploadsOf } from '../support/upload-queue.ts';

describe('work of a person without the second factor that the organisation demands', () => {
  let setup: Setup;
  let member: RestClient;
  beforeEach(async () => {
    setup = await setUp();
    member = await hire(setup.team, 'bo@field.test', 'Manager');
    await join(setup.team, member);
  });
  afterEach(() => setup.end());
  const demand = async () => {
    const { founder, setup: server } = setup.team;
    await addAuthenticator(server, founder);
    const rules = { factor_levels: 4, factor_grace_days: 0, offline_days: null };
    ok(await founder.post('api/sign-in-rules/update/', rules));
  };

  it('[ENG-3.6] stays queued and is sent once they have it; nothing is rejected', async () => {
    const device = setup.device(member);
    await device.sync();
    await demand();
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    expect(await device.sync()).toMatchObject({
      kind: 'failed',
      failure: { code: 'factor_missing', status: 403 },
    });
    expect(await outboxItems(device.db)).toMatchObject([{ state: 'waiting' }]);
    expect(await syncStatus(device.db)).toMatchObject({ waiting: 1, rejectedCount: 0 });
    expect((await pull(setup.team.founder)).text).not.toContain('Doing');
    await addAuthenticator(setup.team.setup, member);
    await device.sync();
    expect(await outboxItems(device.db)).toEqual([]);
    expect((await pull(setup.team.founder)).text).toContain('Doing');
  });

  it('[ENG-3.6] a file waits too', async () => {
    const device = setup.device(member);
    await device.sync();
    const up = uploadsOf(device, setup.team, member);
    const id = await picked(up, large(), 'film.bin');
    await device.sync();
    await demand();
    up.queue.start();
    await up.untilCalls(1);
    await up.pass(60_000);
    expect(await up.file(id)).toMatchObject({ state: 'waiting' });
    await addAuthenticator(setup.team.setup, member);
    await up.until(id, 'kept');
    up.queue.stop();
  });
});
