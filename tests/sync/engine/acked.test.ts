import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { rows } from '../../../sync/store/database.ts';
import { applyPage } from '../../../sync/engine/pull.ts';
import { ok, orgStreamOf } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { lastEvent } from '../support/outlined-team.ts';
import { refuseFirst, states } from '../support/sending.ts';
import { NETWORK, type Setup, setUp } from '../support/setup.ts';

describe('a mutation that the server has run', () => {
  let setup: Setup;
  let device: Device;
  beforeEach(async () => {
    setup = await setUp();
    device = setup.device();
    await device.sync();
  });
  afterEach(() => setup.end());

  const nameOf = async (id: string) => (await rows(device.db, cards).get(id))?.name;
  const renameByOther = async (id: string, name: string) =>
    ok(await setup.team.founder.patch(`project-card/update-destroy/${id}/`, { name }));

  it('[CLIENT-3.5] is not applied over later changes of others once its version has arrived', async () => {
    const { card } = setup.team;
    await device.mutate(cardRename, { id: card, name: 'Mine' });
    device.wire.instead = { pull: () => NETWORK };
    await device.sync();
    expect(await states(device)).toEqual(['acked']);
    await renameByOther(card, 'Theirs');
    device.wire.instead = {};
    await device.sync();
    expect(await nameOf(card)).toBe('Theirs');
  });

  it('[CLIENT-3.5] is not applied again over the row that it created, while its response is lost', async () => {
    const card = device.newId();
    await device.mutate(cardCreate, {
      id: card,
      project: setup.team.project,
      name: 'Mine',
      rank: 'V',
    });
    device.wire.loseReplies = true;
    await device.sync();
    device.wire.loseReplies = false;
    await renameByOther(card, 'Theirs');
    refuseFirst(device, { status: 500, code: 'internal', message: 'Oops' }, true);
    await device.sync();
    expect(await states(device)).toEqual(['queued']);
    expect(await nameOf(card)).toBe('Theirs');
  });

  it('[MUT-2.3] retires after a later pull where the server answers without its version', async () => {
    const { card } = setup.team;
    await device.mutate(cardRename, { id: card, name: 'Mine' });
    device.wire.loseReplies = true;
    await device.sync();
    device.wire.loseReplies = false;
    // Another tab has received the verdict and acknowledged it.
    device.wire.instead = {
      push: ({ epoch, calls }) => ({
        ok: true,
        value: { epoch, verdicts: calls.map(({ seq }) => ({ seq, status: 200, settled: true })) },
      }),
    };
    let versions: unknown[] = [];
    device.wire.answered = async () => {
      const acked = await device.db.outbox.where('state').equals('acked').toArray();
      versions = [...versions, ...acked.map(({ v }) => v)];
    };
    await device.sync();
    await device.sync();
    expect(versions).toContain(null);
    expect(await states(device)).toEqual([]);
    expect(await nameOf(card)).toBe('Mine');
  });

  it('[MUT-2.3] is not applied over later changes of others where the server names a head instead of its version', async () => {
    const { card, founder } = setup.team;
    await device.mutate(cardRename, { id: card, name: 'Mine' });
    device.wire.loseReplies = true;
    await device.sync();
    device.wire.loseReplies = false;
    await renameByOther(card, 'Theirs');
    const stream = orgStreamOf(founder);
    const { page, from } = await lastEvent(device, stream);
    const scopes = page.scopes ?? [];
    await applyPage(device.context, {
      stream,
      page: { ...page, scopes },
      from,
      settled: new Set(),
    });
    expect(await nameOf(card)).toBe('Mine');
    const { head } = page;
    device.wire.instead = {
      push: ({ epoch, calls }) => ({
        ok: true,
        value: {
          epoch,
          verdicts: calls.map(({ seq }) => ({ seq, status: 200, settled: true, head })),
        },
      }),
      pull: () => NETWORK,
    };
    await device.sync();
    expect(await states(device)).toEqual([]);
    expect(await nameOf(card)).toBe('Theirs');
  });
});
