import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { noteTags } from '../../../model/entities/note-tag.ts';
import { notes } from '../../../model/entities/note.ts';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteEdit } from '../../../model/mutations/note/note-edit.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { leaveClient } from '../../../sync/engine/client.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { applyEvent } from '../../../sync/engine/pull.ts';
import { syncPass } from '../../../sync/engine/sync-pass.ts';
import { rows } from '../../../sync/store/database.ts';
import { keyedItems, putBack } from '../../../sync/store/put-back.ts';
import { notices } from '../../../sync/store/sync-status.ts';
import { ok, orgStreamOf, userStreamOf } from '../../server/support/team.ts';
import { NETWORK } from '../support/setup.ts';
import { createDevice, type Device } from '../support/device.ts';
import { type Restorable, startRestorable } from '../support/restorable.ts';

/** Epochs of a device's streams, as a snapshot saves them. */
async function epochsOf({ db }: Device): Promise<Record<string, string>> {
  const streams = await db.streams.toArray();
  return Object.fromEntries(streams.map(({ stream, epoch }) => [stream, epoch ?? '']));
}

describe('a server that went back within its epoch', () => {
  let setup: Restorable;
  let team: Restorable['team'];
  let device: Device;
  beforeEach(async () => {
    setup = await startRestorable();
    ({ team, device } = setup);
  });
  afterEach(() => setup.end());

  /** An event with the changes since the device's cursor retires its acked mutations. */
  async function retireByEvent(stream: string, other: Device) {
    const { cursor, epoch } = await readStream(device.context, stream);
    const query = { stream, since: cursor, epoch: epoch ?? '', limit: 100 };
    const reply = await other.ports.transport.pull(query);
    if (!reply.ok) throw new Error('There is no page');
    const event = { stream, from: cursor, page: reply.value };
    expect(await applyEvent(device.context, event)).toBe('applied');
  }

  it('[EPOCH-1.10] a device without data of the lost part does not detect that the server went back', async () => {
    const idle = createDevice(setup.app, team.founder);
    await idle.sync();
    const kept = setup.backup();
    await device.mutate(cardRename, { id: team.card, name: 'Lost' });
    await device.sync();
    await device.sync();
    await setup.rollBack(kept);
    idle.wire.calls.length = 0;
    await idle.sync();
    expect(idle.wire.calls).not.toContain('bootstrap');
    expect(await notices(idle.db)).toEqual([]);
    expect(await checkReplica(idle.context)).toEqual({ ok: true, value: [] });
    await device.sync();
    await device.sync();
    await idle.sync();
    expect((await rows(idle.db, cards).get(team.card))?.name).toBe('Lost');
    idle.close();
  });

  it.each(['nobody', 'somebody else'])(
    '[EPOCH-1.8] [PULL-4.2] writes that a server lacks which went back in its epoch are sent again, when %s has written since',
    async (who) => {
      await device.mutate(cardRename, { id: team.card, name: 'Before' });
      await device.sync();
      const kept = setup.backup();
      const [card, tag] = [device.newId(), device.newId()];
      await device.mutate(cardCreate, {
        id: card,
        project: team.project,
        name: 'Later',
        rank: 'W',
      });
      await device.mutate(noteTagCreate, { id: tag, name: 'Ideas' });
      await device.mutate(cardRename, { id: team.card, name: 'After' });
      await device.sync();
      await device.sync();
      expect(await device.db.outbox.count()).toBe(0);

      await setup.rollBack(kept);
      if (who === 'somebody else') {
        const other = createDevice(setup.app, team.founder);
        await other.sync();
        for (let index = 0; index < 8; index += 1) {
          const theirs = { id: other.newId(), project: team.project, name: `Theirs ${index}` };
          await other.mutate(cardCreate, { ...theirs, rank: 'X' });
        }
        await other.sync();
        other.close();
      }
      await device.sync();
      await device.sync();
      const other = createDevice(setup.app, team.founder);
      await other.sync();
      expect((await rows(other.db, cards).get(card))?.name).toBe('Later');
      expect((await rows(other.db, cards).get(team.card))?.name).toBe('After');
      expect(await rows(device.db, cards).toArray()).toEqual(await rows(other.db, cards).toArray());
      expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
      expect((await notices(device.db)).map(({ kind }) => kind)).toEqual(['restored']);
      other.close();
    },
  );

  it('[EPOCH-1.8] a download whose snapshot is below the cursor recovers what the server lost', async () => {
    const stream = orgStreamOf(team.founder);
    const kept = setup.backup();
    const card = device.newId();
    await device.mutate(cardCreate, { id: card, project: team.project, name: 'Later', rank: 'W' });
    await device.sync();
    await device.sync();
    await enterRefill(device.context, stream);
    await setup.rollBack(kept);
    await device.sync();
    await device.sync();
    const other = createDevice(setup.app, team.founder);
    await other.sync();
    expect((await rows(other.db, cards).get(card))?.name).toBe('Later');
    expect(await rows(device.db, cards).toArray()).toEqual(await rows(other.db, cards).toArray());
    other.close();
  });

  it('[PULL-7.1] [PULL-4.3] an event that continues another write at the same version is not applied', async () => {
    const stream = orgStreamOf(team.founder);
    await device.mutate(cardRename, { id: team.card, name: 'Before' });
    await device.sync();
    const { cursor, cursorAt, epoch } = await readStream(device.context, stream);
    const theirs = await team.founder.patch(`project-card/update-destroy/${team.card}/`, {
      name: 'Theirs',
    });
    ok(theirs);
    const query = { stream, since: cursor, epoch: epoch ?? '', limit: 100 };
    const reply = await device.ports.transport.pull(query);
    if (!reply.ok) throw new Error('There is no page');
    const event = { stream, from: cursor, page: reply.value };
    expect(cursorAt).toBeTypeOf('number');
    const otherTime = { ...event, fromAt: (cursorAt ?? 0) + 1 };
    expect(await applyEvent(device.context, otherTime)).toBe('skipped');
    expect((await rows(device.db, cards).get(team.card))?.name).toBe('Before');
    const sameTime = { ...event, fromAt: cursorAt ?? 0 };
    expect(await applyEvent(device.context, sameTime)).not.toBe('skipped');
    expect((await rows(device.db, cards).get(team.card))?.name).toBe('Theirs');
  });

  it('[EPOCH-1.8] [WRITE-2.5] a change sent before any pull acknowledges nothing to a server that went back', async () => {
    const kept = setup.backup();
    const card = device.newId();
    await device.mutate(cardCreate, { id: card, project: team.project, name: 'Later', rank: 'W' });
    await device.sync();
    await device.sync();
    await setup.rollBack(kept);
    await device.mutate(cardRename, { id: team.card, name: 'After' });
    await device.sync();
    await device.sync();
    const other = createDevice(setup.app, team.founder);
    await other.sync();
    expect((await rows(other.db, cards).get(card))?.name).toBe('Later');
    expect((await rows(other.db, cards).get(team.card))?.name).toBe('After');
    other.close();
  });

  it('[EPOCH-1.8] [WRITE-2.5] a batch that was prepared before the response to the previous one detects that the server has lost that one', async () => {
    const kept = setup.backup();
    const card = device.newId();
    await device.mutate(cardCreate, { id: card, project: team.project, name: 'Later', rank: 'W' });
    await device.mutate(cardRename, { id: team.card, name: 'After' });
    const { transport } = device.ports;
    let pushes = 0;
    const push: typeof transport.push = async (request) => {
      pushes += 1;
      if (pushes === 2) await setup.rollBack(kept);
      return transport.push(request);
    };
    const ports = { ...device.ports, transport: { ...transport, push } };
    await syncPass(
      { ...device.context, ports },
      {
        behind: new Set<string>(),
        size: { current: 1, most: 1 },
        until: device.clock.time + 20_000,
        positions: new Map(),
        realtime: () => false,
        trims: false,
        reached: () => Promise.resolve(),
        busy: () => undefined,
      },
    );
    for (let times = 0; times < 3; times += 1) await device.sync();
    const other = createDevice(setup.app, team.founder);
    await other.sync();
    expect((await rows(other.db, cards).get(card))?.name).toBe('Later');
    expect((await rows(other.db, cards).get(team.card))?.name).toBe('After');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    other.close();
  });

  it.each([
    { way: 'a pull', of: 'the organisation' },
    { way: 'an event', of: 'the organisation' },
    { way: 'a pull', of: 'the person' },
    { way: 'an event', of: 'the person' },
  ] as const)(
    '[PULL-4.4] [EPOCH-1.8] an acked mutation of the stream of $of is sent again when a server that went back has grown past it before $way',
    async ({ way, of }) => {
      const isShared = of === 'the organisation';
      const other = createDevice(setup.app, team.founder);
      await other.sync();
      await device.sync();
      const write = (by: Device, id: string, name: string) =>
        isShared
          ? by.mutate(cardCreate, { id, project: team.project, name, rank: 'X' })
          : by.mutate(noteTagCreate, { id, name });
      await write(other, other.newId(), 'Before');
      await other.sync();
      const kept = setup.backup();
      // Acked, and closed before the pull that follows: the cursor is older than the copy.
      const lost = device.newId();
      await write(device, lost, 'Later');
      device.wire.instead = { pull: () => NETWORK };
      await device.sync();
      device.wire.instead = {};
      expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(['acked']);
      await setup.rollBack(kept);
      for (const name of ['Theirs', 'Last']) await write(other, other.newId(), name);
      await other.sync();
      await other.sync();
      if (way === 'an event') {
        await retireByEvent(
          isShared ? orgStreamOf(team.founder) : userStreamOf(team.founder),
          other,
        );
        expect(await device.db.outbox.count()).toBe(0);
      }
      for (let times = 0; times < 3; times += 1) await device.sync();
      await other.sync();
      const found = isShared ? rows(other.db, cards).get(lost) : rows(other.db, noteTags).get(lost);
      expect((await found)?.name).toBe('Later');
      expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
      other.close();
    },
  );

  it('[EPOCH-1.8] a mutation of a former client id is sent again when the server has none of the present one', async () => {
    const other = createDevice(setup.app, team.founder);
    await other.sync();
    const tag = (by: Device, id: string, name: string) => by.mutate(noteTagCreate, { id, name });
    const kept = setup.backup();
    const lost = device.newId();
    await tag(device, lost, 'Of the former id');
    // Acked, and closed before the pull that follows.
    device.wire.instead = { pull: () => NETWORK };
    await device.sync();
    await device.ports.store.write({ tables: [], durability: 'relaxed' }, leaveClient);
    await device.mutate(cardRename, { id: team.card, name: 'Of the present id' });
    await device.sync();
    device.wire.instead = {};
    await setup.rollBack(kept);
    for (const name of ['Theirs', 'Last']) await tag(other, other.newId(), name);
    await other.sync();
    await retireByEvent(userStreamOf(team.founder), other);
    for (let times = 0; times < 3; times += 1) await device.sync();
    await other.sync();
    expect((await rows(other.db, noteTags).get(lost))?.name).toBe('Of the former id');
    expect((await rows(other.db, cards).get(team.card))?.name).toBe('Of the present id');
    other.close();
  });

  it('[EPOCH-1.8] [MUT-9.1] a mutation that was put back from a snapshot is sent again when the server has lost it', async () => {
    const wiped = createDevice(setup.app, team.founder);
    const other = createDevice(setup.app, team.founder);
    await wiped.sync();
    const lost = wiped.newId();
    await wiped.mutate(noteTagCreate, { id: lost, name: 'Put back' });
    const { outbox } = keyedItems(await wiped.db.meta.get('client'), {
      outbox: await wiped.db.outbox.toArray(),
      rejected: [],
    });
    wiped.close();
    await other.sync();
    const kept = setup.backup();
    await putBack({
      db: device.db,
      store: device.ports.store,
      outbox,
      rejected: [],
      files: [],
      epochs: await epochsOf(device),
    });
    await device.sync();
    await device.mutate(cardRename, { id: team.card, name: 'Of the own id' });
    await device.sync();
    await setup.rollBack(kept);
    for (const name of ['Theirs', 'Last']) {
      await other.mutate(noteTagCreate, { id: other.newId(), name });
    }
    await other.sync();
    await retireByEvent(userStreamOf(team.founder), other);
    for (let times = 0; times < 3; times += 1) await device.sync();
    await other.sync();
    expect((await rows(other.db, noteTags).get(lost))?.name).toBe('Put back');
    expect((await rows(other.db, cards).get(team.card))?.name).toBe('Of the own id');
    other.close();
  });

  it('[PULL-4.4] [EPOCH-1.7] edits of a text that the server has lost are merged with what others have written', async () => {
    const [note, tag] = [device.newId(), device.newId()];
    await device.mutate(noteTagCreate, { id: tag, name: 'Tools' });
    await device.mutate(noteCreate, { id: note, title: 'Shop', note: 'Rope', tags: tag });
    await device.sync();
    await device.sync();
    const other = createDevice(setup.app, team.founder);
    await other.sync();
    await other.mutate(noteTagCreate, { id: other.newId(), name: 'Before' });
    await other.sync();
    const kept = setup.backup();
    const texts = ['Rope', 'Rope\n\nPegs', 'Rope\n\nPegs\n\nTar'];
    for (const [index, text] of texts.slice(1).entries()) {
      await device.mutate(noteEdit, { id: note, note: text, note_base: texts[index] });
      // Acked, and not pulled.
      device.wire.instead = { pull: () => NETWORK };
      await device.sync();
      device.wire.instead = {};
    }
    await setup.rollBack(kept);
    await other.sync();
    await other.mutate(noteEdit, { id: note, note: 'Lamp\n\nRope', note_base: 'Rope' });
    for (const name of ['Later', 'Last']) {
      await other.mutate(noteTagCreate, { id: other.newId(), name });
    }
    await other.sync();
    for (let times = 0; times < 4; times += 1) await device.sync();
    await other.sync();
    expect((await rows(other.db, notes).get(note))?.note).toBe('Lamp\n\nRope\n\nPegs\n\nTar');
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.rejected.count()).toBe(0);
    other.close();
  });

  it('[PULL-4.4] a server of an older build is pulled without the highest received seq', async () => {
    await device.mutate(cardRename, { id: team.card, name: 'Before' });
    await device.sync();
    const refused = {
      ok: false,
      failure: { kind: 'refused', status: 400, code: 'invalid', message: '', details: {} },
    } as const;
    device.wire.instead = { pull: ({ client }) => (client === undefined ? undefined : refused) };
    ok(await team.founder.patch(`project-card/update-destroy/${team.card}/`, { name: 'After' }));
    await device.sync();
    expect((await rows(device.db, cards).get(team.card))?.name).toBe('After');
  });

  it('[EPOCH-1.8] an acked mutation of a stream that went back is sent again, although the stream has grown past it', async () => {
    const kept = setup.backup();
    const tag = device.newId();
    await device.mutate(cardRename, { id: team.card, name: 'Before' });
    for (let times = 0; times < 2; times += 1) await device.sync();
    // Acked, and closed before the pull that follows.
    await device.mutate(noteTagCreate, { id: tag, name: 'Ideas' });
    device.wire.instead = { pull: () => NETWORK };
    await device.sync();
    device.wire.instead = {};
    expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(['acked']);
    await setup.rollBack(kept);
    const other = createDevice(setup.app, team.founder);
    await other.sync();
    for (const name of ['Tools', 'People'])
      await other.mutate(noteTagCreate, { id: other.newId(), name });
    for (const name of ['Later', 'Done'])
      await other.mutate(cardCreate, { id: other.newId(), project: team.project, name, rank: 'W' });
    await other.sync();
    for (let times = 0; times < 3; times += 1) await device.sync();
    await other.sync();
    expect((await rows(other.db, noteTags).get(tag))?.name).toBe('Ideas');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    other.close();
  });

  it('[PULL-8] [EPOCH-1.8] a comparison that finds the server behind this device recovers it', async () => {
    const kept = setup.backup();
    const card = device.newId();
    await device.mutate(cardCreate, { id: card, project: team.project, name: 'Later', rank: 'W' });
    await device.sync();
    await device.sync();
    await setup.rollBack(kept);
    expect(await checkReplica(device.context)).toMatchObject({ ok: false });
    await device.sync();
    await device.sync();
    expect((await rows(device.db, cards).get(card))?.name).toBe('Later');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });
});
