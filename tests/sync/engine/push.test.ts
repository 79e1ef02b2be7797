import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { notes } from '../../../model/entities/note.ts';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import { taskCreate } from '../../../model/mutations/task/task-create.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { taskSetFlag } from '../../../model/mutations/task/task-set-flag.ts';
import { QUARANTINE } from '../../../sync/engine/outbox.ts';
import { rows } from '../../../sync/store/database.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { pendingMark, syncStatus } from '../../../sync/store/sync-status.ts';
import { discardItem, retryItem } from '../../../sync/store/outbox-actions.ts';
import { addTask, hire, join, ok } from '../../server/support/team.ts';
import type { Device } from '../support/device.ts';
import { bar, refuseFirst, states, taskArgs } from '../support/sending.ts';
import { type Setup, setUp, taskOn } from '../support/setup.ts';

describe('sending', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.end());

  it('[MUT-1] a lost response queues the mutation again, and the second attempt gets the stored verdict', async () => {
    const device = await ready();
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    device.wire.loseReplies = true;
    expect((await device.sync()).kind).toBe('failed');
    expect(await states(device)).toEqual(['queued']);
    device.wire.loseReplies = false;
    await device.sync();
    expect(await states(device)).toEqual([]);
    const changes = await setup.team.app.services.database.db
      .selectFrom('activity')
      .selectAll()
      .where('row_id', '=', setup.team.card)
      .where('field', '=', 'name')
      .execute();
    expect(changes.filter((entry) => entry.new?.includes('Doing'))).toHaveLength(1);
  });

  it('[MUT-1] after a kill a mutation in `sending` counts as queued', async () => {
    const device = await ready();
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    device.wire.instead = {
      push: () => {
        throw new Error('killed');
      },
    };
    await expect(device.sync()).rejects.toThrow('killed');
    expect(await states(device)).toEqual(['sending']);
    const again = device.restart();
    await again.sync();
    expect(await states(again)).toEqual([]);
    expect((await rows(again.db, cards).get(setup.team.card))?.name).toBe('Doing');
    again.close();
  });

  it('[MUT-5.3] nothing counts as tried while the machine has no network, so that edits merge and can be withdrawn', async () => {
    const device = await ready({ online: false });
    const before = device.wire.pushes.length;
    device.wire.offline = true;
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    expect((await device.sync()).kind).toBe('failed');
    await device.mutate(cardRename, { id: setup.team.card, name: 'Done' });
    expect((await device.sync()).kind).toBe('failed');
    const [item, ...others] = await device.db.outbox.toArray();
    expect(others).toEqual([]);
    expect(item).toMatchObject({ state: 'queued', tries: 0 });
    expect(device.wire.pushes).toHaveLength(before);
    // A server on the machine itself needs no network.
    device.wire.offline = false;
    await device.sync();
    expect(await states(device)).toEqual([]);
    expect((await rows(device.db, cards).get(setup.team.card))?.name).toBe('Done');
  });

  it('[MUT-4.1] [MUT-4.2] a rejected creation includes its dependents, with their texts', async () => {
    const device = await ready();
    const card = device.newId();
    const task = device.newId();
    const { project } = setup.team;
    await device.mutate(cardCreate, { id: card, project, name: 'Later', rank: 'V' });
    await device.mutate(taskCreate, taskArgs(setup.team, task, card));
    await device.mutate(taskEdit, { id: task, name: 'Dig deeper' });
    await device.mutate(cardRename, { id: setup.team.card, name: 'Untouched' });
    refuseFirst(device, { status: 403, code: 'forbidden', message: 'Only levels 1 to 3' });
    await device.sync();
    const items = await outboxItems(device.db);
    expect(items.map(({ state, group }) => [state, group])).toEqual([
      ['rejected', '1'],
      ['rejected', '1'],
      ['rejected', '1'],
    ]);
    expect(items[0]?.reason).toContain('Only levels 1 to 3');
    expect(items[1]?.ownText).toContain('Dig');
    expect(await taskOn(device, task)).toBeUndefined();
    expect(await rows(device.db, cards).get(card)).toBeUndefined();
    expect((await rows(device.db, cards).get(setup.team.card))?.name).toBe('Untouched');
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'needs-you', rejectedCount: 3 });
    expect(await pendingMark(device.db, 'cards', card)).toBe('rejected');

    device.wire.instead = {};
    expect(await retryItem(await device.actions(), '1')).toBeUndefined();
    await device.sync();
    expect(await outboxItems(device.db)).toEqual([]);
    expect((await taskOn(device, task))?.card).toBe(card);
  });

  it('[MUT-4.4] discarding a rejected change discards its dependents too', async () => {
    const device = await ready();
    const card = device.newId();
    await device.mutate(cardCreate, {
      id: card,
      project: setup.team.project,
      name: 'Later',
      rank: 'V',
    });
    refuseFirst(device, { status: 400, code: 'invalid', message: 'No' });
    await device.sync();
    expect(await discardItem(await device.actions(), '1')).toBeUndefined();
    expect(await outboxItems(device.db)).toEqual([]);
    expect(await device.db.base.count()).toBe(0);
  });

  it('an unsent mutation can be discarded, one that may have arrived cannot', async () => {
    const device = await ready();
    const offered = async () => (await outboxItems(device.db)).map(({ mayDiscard }) => mayDiscard);
    await device.mutate(cardRename, { id: setup.team.card, name: 'A slip' });
    expect(await offered()).toEqual([true]);
    expect(await discardItem(await device.actions(), '1')).toBeUndefined();
    expect((await rows(device.db, cards).get(setup.team.card))?.name).not.toBe('A slip');

    await device.mutate(cardRename, { id: setup.team.card, name: 'Arrived' });
    device.wire.loseReplies = true;
    await device.sync();
    expect(await offered()).toEqual([false]);
    expect(await discardItem(await device.actions(), '2')).toMatchObject({ code: 'conflict' });
    device.wire.loseReplies = false;
    await device.sync();
    expect((await rows(device.db, cards).get(setup.team.card))?.name).toBe('Arrived');
  });

  it('[MUT-6] a child is never sent before its parent, also when the parent waits by itself', async () => {
    const device = await ready();
    const card = device.newId();
    const task = device.newId();
    await device.mutate(cardCreate, {
      id: card,
      project: setup.team.project,
      name: 'New',
      rank: 'V',
    });
    await device.mutate(taskCreate, taskArgs(setup.team, task, card));
    await device.mutate(cardRename, { id: setup.team.card, name: 'Free' });
    refuseFirst(device, { status: 500, code: 'internal', message: 'Oops' }, true);
    await device.sync();
    const sent = device.wire.pushes.map(({ calls }) => calls.map(({ seq }) => seq));
    expect(sent[0]).toEqual([1, 2, 3]);
    expect(sent.slice(1).flat()).not.toContain(2);
    expect(sent.slice(1).flat()).toContain(3);
    expect(await states(device)).toEqual(['queued', 'queued']);
  });

  it('[MUT-7.1] a mutation on which the server fails for ten minutes while others succeed is quarantined', async () => {
    const device = await ready();
    const { team } = setup;
    const own = await addTask(team, team.founder, { name: 'Dig' });
    await device.sync();
    await device.mutate(taskEdit, { id: own, name: 'Poison' });
    await device.mutate(taskSetFlag, { id: own, flag: team.flag });
    refuseFirst(device, { status: 500, code: 'internal', message: 'Oops' }, true);
    for (let pass = 0; pass <= QUARANTINE.failures; pass += 1) {
      await device.mutate(cardRename, { id: team.card, name: `Round ${pass}` });
      await device.sync();
      device.clock.time += 120_000;
    }
    expect((await rows(device.db, cards).get(team.card))?.name).toBe(
      `Round ${QUARANTINE.failures}`,
    );
    expect(await states(device)).toEqual(['quarantined', 'queued']);
    const items = await outboxItems(device.db);
    expect(items.map(({ state }) => state)).toEqual(['quarantined', 'blocked']);
    device.wire.instead = {};
    await retryItem(await device.actions(), items[0]?.id ?? '');
    await device.sync();
    expect(await states(device)).toEqual([]);
    expect((await taskOn(device, own))?.name).toBe('Poison');
  });

  it('[MUT-7.3] [MUT-6] a mutation that a proxy blocks waits with its dependents, and the others are sent', async () => {
    const device = await ready();
    const { team } = setup;
    const card = device.newId();
    const args = { id: card, project: team.project, name: 'A <script> tag', rank: 'V' };
    await device.mutate(cardCreate, args);
    await device.mutate(taskCreate, taskArgs(team, device.newId(), card));
    await device.mutate(cardRename, { id: team.card, name: 'Harmless' });
    bar(device, '<script>');
    expect((await device.sync()).kind).toBe('done');
    expect((await rows(device.db, cards).get(team.card))?.name).toBe('Harmless');
    expect(await states(device)).toEqual(['queued', 'queued']);
    const sent = device.wire.pushes.map(({ calls }) => calls.map(({ seq }) => seq));
    expect(sent.filter((seqs) => seqs.includes(2) && !seqs.includes(1))).toEqual([]);
    expect(await device.db.rejected.count()).toBe(0);
    expect((await outboxItems(device.db))[0]).toMatchObject({
      state: 'waiting',
      reason: expect.stringMatching(/firewall/),
    });

    for (let pass = 0; pass <= QUARANTINE.failures; pass += 1) {
      device.clock.time += 400_000;
      await device.mutate(cardRename, { id: team.card, name: `Round ${pass}` });
      await device.sync();
    }
    expect((await outboxItems(device.db)).map(({ state }) => state)).toEqual([
      'quarantined',
      'blocked',
    ]);
    // On a network without the proxy it is sent without any action.
    device.wire.instead = {};
    device.clock.time += 400_000;
    await device.sync();
    expect(await states(device)).toEqual([]);
    expect((await rows(device.db, cards).get(card))?.name).toBe('A <script> tag');
  });

  it('[MUT-7.3] a batch that is too large for a proxy is halved until it succeeds', async () => {
    const device = await ready();
    for (let index = 0; index < 40; index += 1) {
      const { project } = setup.team;
      await device.mutate(cardCreate, { id: device.newId(), project, name: 'C', rank: 'V' });
    }
    const tooLarge = { ok: false, failure: { kind: 'network', proxy: 413 } } as const;
    device.wire.instead = { push: ({ calls }) => (calls.length > 6 ? tooLarge : undefined) };
    expect((await device.sync()).kind).toBe('done');
    expect(await states(device)).toEqual([]);
  });

  it('[MUT-7.1] [ENG-3.1] a mutation that waits by itself does not wait for a clock that was set back', async () => {
    const device = await ready();
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    refuseFirst(device, { status: 500, code: 'internal', message: 'Oops' }, true);
    await device.sync();
    expect(await states(device)).toEqual(['queued']);
    device.wire.instead = {};
    device.clock.time -= 3_600_000;
    await device.sync();
    expect(await states(device)).toEqual([]);
  });

  it('[WRITE-3.3] only settled mutations are acknowledged', async () => {
    const device = await ready();
    const { team } = setup;
    await device.mutate(cardRename, { id: team.card, name: 'One' });
    await device.sync();
    const card = device.newId();
    await device.mutate(cardCreate, { id: card, project: team.project, name: 'Two', rank: 'V' });
    refuseFirst(device, { status: 500, code: 'internal', message: 'Oops' }, true);
    await device.sync();
    await device.mutate(cardRename, { id: team.card, name: 'Three' });
    await device.sync();
    device.wire.instead = {};
    expect(device.wire.pushes.map(({ ack_through }) => ack_through)).toEqual([0, 1, 1]);
  });

  it('[ENG-3.3] an expired access token is renewed once, and costs no mutation', async () => {
    const device = await ready();
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    const token = setup.team.founder.token;
    setup.team.founder.token = 'expired';
    const step = await device.sync();
    expect(step).toMatchObject({ kind: 'failed', failure: { status: 401 } });
    expect(device.wire.calls.filter((name) => name === 'refresh')).toHaveLength(1);
    expect(await states(device)).toEqual(['queued']);
    expect((await device.db.outbox.toArray())[0]?.failures).toBe(0);
    setup.team.founder.token = token;
    await device.sync();
    expect(await states(device)).toEqual([]);
  });

  it('[ENG-3.4] an access token of another person requires a sign-in, and the outbox is unchanged', async () => {
    const device = await ready();
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    await device.sync();
    const other = await hire(setup.team, 'bo@field.test', 'Administrator');
    const mine = setup.team.founder.token;
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing more' });
    setup.team.founder.token = other.token;
    const step = await device.sync();
    expect(step.kind).toBe('failed');
    expect(await states(device)).toEqual(['queued']);
    expect(await device.db.rejected.count()).toBe(0);
    setup.team.founder.token = mine;
    await device.sync();
    expect(await states(device)).toEqual([]);
  });

  it('a child whose parent was deleted meanwhile is rejected with its words', async () => {
    const { team } = setup;
    const device = await ready();
    const id = device.newId();
    await device.mutate(taskCreate, taskArgs(setup.team, id, team.card));
    ok(await team.founder.patch(`project-card/update-destroy/${team.card}/`, { status: false }));
    await device.sync();
    const [item] = await outboxItems(device.db);
    expect(item).toMatchObject({ state: 'rejected', table: 'tasks', rowId: id });
    expect(item?.ownText).toContain('Dig');
  });

  it('personal rows use their own stream', async () => {
    const device = await ready();
    const tag = device.newId();
    const id = device.newId();
    await device.mutate(noteTagCreate, { id: tag, name: 'Ideas' });
    await device.mutate(noteCreate, { id, title: 'Rope', note: 'Buy rope', tags: tag });
    await device.sync();
    const other = await ready();
    expect((await rows(other.db, notes).get(id))?.note).toBe('Buy rope');
    const member = await hire(setup.team, 'bo@field.test');
    await join(setup.team, member);
    const proxy = setup.device(member);
    await proxy.sync();
    expect(await rows(proxy.db, notes).count()).toBe(0);
  });

  it('[VER-2.3] [MUT-6] a mutation of a newer build waits visibly and delays only its dependents', async () => {
    const device = await ready();
    const { team } = setup;
    const card = device.newId();
    await device.mutate(cardCreate, { id: card, project: team.project, name: 'Later', rank: 'V' });
    await device.mutate(cardRename, { id: team.card, name: 'Doing' });
    await device.mutate(taskCreate, taskArgs(team, device.newId(), card));
    const [known] = await device.db.outbox.orderBy('seq').toArray();
    if (known === undefined) throw new Error('nothing was written');
    await device.db.outbox.put({ ...known, name: 'card-create-on-the-moon' });
    await device.sync();
    expect((await outboxItems(device.db)).map(({ state }) => state)).toEqual(['newer', 'blocked']);
    const online = { reachable: true, auth: 'ok', outdated: false, fault: null } as const;
    await device.ports.store.write({ tables: [], durability: 'on-disk' }, (tx) =>
      tx.putNet(online),
    );
    // Nothing is being sent, and the pill must not claim it.
    expect(await syncStatus(device.db)).toMatchObject({
      phase: 'deferred',
      waiting: 2,
      deferred: 2,
    });
    await device.mutate(cardRename, { id: team.card, name: 'Done' });
    expect(await syncStatus(device.db)).toMatchObject({
      phase: 'syncing',
      waiting: 3,
      deferred: 2,
    });
    await device.sync();
    expect(await syncStatus(device.db)).toMatchObject({ phase: 'deferred', waiting: 2 });
    await device.db.outbox.put(known);
    await device.sync();
    expect(await outboxItems(device.db)).toEqual([]);
  });

  it('without a network nothing is lost and every mutation counts as waiting', async () => {
    const device = await ready();
    device.wire.offline = true;
    await device.mutate(cardRename, { id: setup.team.card, name: 'Doing' });
    await device.sync();
    expect(await pendingMark(device.db, 'cards', setup.team.card)).toBe('waiting');
    expect(await syncStatus(device.db)).toMatchObject({ waiting: 1, rejectedCount: 0 });
  });

  async function ready(options?: Parameters<Setup['device']>[1]): Promise<Device> {
    const device = setup.device(undefined, options);
    await device.sync();
    return device;
  }
});
