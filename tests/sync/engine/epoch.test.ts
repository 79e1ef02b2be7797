import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { notes } from '../../../model/entities/note.ts';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import type { PushRequest } from '../../../model/protocol/messages.ts';
import { pruneTombstones } from '../../../server/writer/maintenance.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { enterEpoch } from '../../../sync/engine/epoch.ts';
import { push } from '../../../sync/engine/push.ts';
import { rows } from '../../../sync/store/database.ts';
import { notices } from '../../../sync/store/sync-status.ts';
import { ok, orgStreamOf, userStreamOf } from '../../server/support/team.ts';
import { NETWORK } from '../support/setup.ts';
import { createDevice, type Device } from '../support/device.ts';
import { type Restorable, startRestorable } from '../support/restorable.ts';

describe('a server with another epoch', () => {
  let setup: Restorable;
  let team: Restorable['team'];
  let device: Device;
  beforeEach(async () => {
    setup = await startRestorable();
    ({ team, device } = setup);
  });
  afterEach(() => setup.end());

  it('[EPOCH-1.1] writes that a restored server lacks are sent again, in both streams, and the person is notified', async () => {
    await device.mutate(cardRename, { id: team.card, name: 'Before' });
    await device.sync();
    const kept = setup.backup();
    const later = device.newId();
    const tag = device.newId();
    const note = device.newId();
    await device.mutate(cardCreate, { id: later, project: team.project, name: 'Later', rank: 'W' });
    await device.mutate(noteTagCreate, { id: tag, name: 'Ideas' });
    await device.mutate(noteCreate, { id: note, title: 'Rope', note: 'Buy', tags: tag });
    await device.sync();
    await device.mutate(cardRename, { id: team.card, name: 'After' });
    await device.sync();
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);

    await setup.restore(kept);
    await device.sync();
    await device.sync();
    const other = createDevice(setup.app, team.founder);
    await other.sync();
    expect((await rows(other.db, cards).get(later))?.name).toBe('Later');
    expect((await rows(other.db, cards).get(team.card))?.name).toBe('After');
    expect((await rows(other.db, notes).get(note))?.title).toBe('Rope');
    expect(await rows(device.db, cards).toArray()).toEqual(await rows(other.db, cards).toArray());
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    expect((await notices(device.db)).map(({ kind }) => kind)).toEqual(['restored']);
    other.close();
  });

  it('[MUT-3] [EPOCH-1.3] mutations that were sent again after a restore are kept for 30 days from then on', async () => {
    const [first, second] = [setup.backup(), setup.backup()];
    const later = device.newId();
    await device.mutate(cardCreate, { id: later, project: team.project, name: 'Later', rank: 'W' });
    await device.sync();
    await daysGoBy(29);
    await setup.restore(first);
    await device.sync();
    await daysGoBy(3);
    await setup.restore(second);
    await device.sync();
    expect((await rows(device.db, cards).get(later))?.name).toBe('Later');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[EPOCH-1.3] a device that is killed while it queues again continues with the rest', async () => {
    const kept = setup.backup();
    const made = Array.from({ length: 120 }, (_, index) => ({
      id: device.newId(),
      project: team.project,
      name: `Card ${String(index)}`,
      rank: 'W',
    }));
    for (const card of made) await device.mutate(cardCreate, card);
    await device.sync();
    await device.sync();
    expect(await device.db.journal.count()).toBe(made.length);

    await setup.restore(kept);
    const { store } = device.context.ports;
    const write = store.write.bind(store);
    vi.spyOn(store, 'write').mockImplementation(async (options, work) => {
      if ((await device.db.outbox.count()) > 0) throw new Error('killed');
      return write(options, work);
    });
    await expect(device.sync()).rejects.toThrow('killed');
    expect([await device.db.outbox.count(), await device.db.journal.count()]).toEqual([50, 70]);

    const again = device.restart();
    await again.sync();
    await again.sync();
    const other = createDevice(setup.app, team.founder);
    await other.sync();
    const names = async (of: Device) =>
      (await rows(of.db, cards).toArray()).map(({ name }) => name);
    expect(await names(other)).toEqual(expect.arrayContaining(made.map(({ name }) => name)));
    expect(await names(again)).toEqual(await names(other));
    other.close();
    again.close();
  });

  it('[EPOCH-1.4] rows that the restored server lacks are removed, without an empty screen', async () => {
    const kept = setup.backup();
    const proxy = device.newId();
    ok(
      await team.founder.post('project-card/create/', {
        id: proxy,
        project: team.project,
        name: 'Theirs',
      }),
    );
    await device.sync();
    expect(await rows(device.db, cards).count()).toBe(2);
    await setup.restore(kept);
    let least = Infinity;
    device.wire.answered = async () => {
      least = Math.min(least, await rows(device.db, cards).count());
    };
    await device.sync();
    expect(least).toBeGreaterThan(0);
    expect(await rows(device.db, cards).get(proxy)).toBeUndefined();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[EPOCH-1.2] nothing is sent while the epoch of a stream of the account has not been requested', async () => {
    const user = userStreamOf(team.founder);
    const { store } = device.ports;
    await device.mutate(cardRename, { id: team.card, name: 'Waits' });
    await store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
      const state = await tx.stream(user);
      if (state !== undefined) await tx.putStream({ ...state, suspect: true });
    });
    device.wire.instead = {
      pull: ({ stream }) => (stream === user ? NETWORK : undefined),
    };
    await device.sync();
    expect(device.wire.calls.includes('push')).toBe(false);
    device.wire.instead = {};
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[EPOCH-2] a device that was offline for too long downloads again and keeps its unsent work', async () => {
    const stream = orgStreamOf(team.founder);
    const gone = device.newId();
    const late = device.newId();
    ok(
      await team.founder.post('project-card/create/', {
        id: gone,
        project: team.project,
        name: 'Old',
      }),
    );
    await device.sync();
    await device.mutate(cardCreate, { id: late, project: team.project, name: 'Mine', rank: 'W' });
    for (let index = 0; index < 3; index += 1) {
      ok(
        await team.founder.patch(`project-card/update-destroy/${team.card}/`, {
          name: `N ${index}`,
        }),
      );
    }
    const { head } = await headOf(stream);
    await pruneTombstones(
      setup.app().services.writer,
      { orgId: team.founder.orgId ?? '', stream },
      head,
    );
    await device.sync();
    expect(device.wire.calls.filter((name) => name === 'bootstrap')).toHaveLength(3);
    expect((await rows(device.db, cards).get(late))?.name).toBe('Mine');
    expect((await rows(device.db, cards).get(team.card))?.name).toBe('N 2');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[WRITE-3.3] [EPOCH-1.1] a batch that waited for a new session is not sent when another tab has detected a restored server', async () => {
    await device.mutate(cardRename, { id: team.card, name: 'Mine' });
    const stream = orgStreamOf(team.founder);
    const { transport } = device.ports;
    const pushes: string[] = [];
    const ports = {
      ...device.ports,
      transport: {
        ...transport,
        push: async (request: PushRequest) => {
          pushes.push(request.epoch);
          return pushes.length === 1 ? SIGNED_OUT : transport.push(request);
        },
        refresh: async () => {
          await enterEpoch(device.context, stream);
          return { ok: true as const, value: undefined };
        },
      },
    };
    const size = { current: 200, most: 200 };
    const until = device.clock.time + 1_000;
    await push(
      { ...device.context, ports },
      { stream, size, until, reached: async () => undefined, busy: () => undefined },
    );
    expect(pushes).toHaveLength(1);
    expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(['queued']);
    await device.sync();
    expect((await rows(device.db, cards).get(team.card))?.name).toBe('Mine');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  async function daysGoBy(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      device.clock.time += 24 * 3_600_000;
      await device.sync();
    }
  }

  async function headOf(stream: string): Promise<{ readonly head: number }> {
    const reply = await team.founder.get('sync/pull', {
      query: { stream, since: '0', limit: '1' },
    });
    return { head: reply.body.head };
  }
});

const SIGNED_OUT = {
  ok: false,
  failure: {
    kind: 'refused',
    status: 401,
    code: 'unauthenticated',
    message: 'Sign in again',
    details: {},
  },
} as const;
