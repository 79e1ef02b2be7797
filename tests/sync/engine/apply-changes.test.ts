import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { tasks } from '../../../model/entities/task.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import type { Change, PullPage } from '../../../model/protocol/messages.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream } from '../../../sync/engine/context.ts';
import { chunksOf } from '../../../sync/engine/apply-changes.ts';
import { applyPage } from '../../../sync/engine/pull.ts';
import { retire } from '../../../sync/engine/retire.ts';
import { rows } from '../../../sync/store/database.ts';
import { addTask, freshId, hire, join, ok, orgStreamOf } from '../../server/support/team.ts';
import { renameItem } from '../support/items.ts';
import { NETWORK, type Setup, setUp, taskOn } from '../support/setup.ts';
import { wholeScopes } from '../support/whole-scopes.ts';

describe('landing', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.end());

  it("[CLIENT-3.1] a change of another person is applied below the person's own pending one", async () => {
    const { team } = setup;
    const id = await addTask(team, team.founder, { name: 'Dig', description: 'deep' });
    const here = setup.device();
    const there = setup.device();
    await here.sync();
    await there.sync();
    await here.mutate(taskEdit, { id, name: 'Dig a well' });
    await there.mutate(taskEdit, { id, start_date: '2026-05-01' });
    await there.sync();

    here.wire.instead = { push: () => NETWORK };
    const stream = orgStreamOf(team.founder);
    const state = await readStream(here.context, stream);
    const reply = await here.ports.transport.pull({
      stream,
      since: state.cursor,
      epoch: state.epoch ?? '',
      limit: 100,
    });
    if (!reply.ok) throw new Error('The pull failed');
    await applyPage(here.context, {
      stream,
      page: reply.value,
      from: state.cursor,
      settled: new Set(),
    });

    expect(await taskOn(here, id)).toMatchObject({ name: 'Dig a well', start_date: '2026-05-01' });
    expect((await here.db.base.get(`tasks/${id}`))?.row).toMatchObject({ name: 'Dig' });
    here.wire.instead = {};
    await here.sync();
    expect(await taskOn(here, id)).toMatchObject({ name: 'Dig a well', start_date: '2026-05-01' });
    expect(await here.db.base.count()).toBe(0);
  });

  it('[CLIENT-3.1] a change that is not newer than the stored row is ignored', async () => {
    const { team } = setup;
    const id = await addTask(team, team.founder, { name: 'Dig' });
    const device = setup.device();
    await device.sync();
    const row = await taskOn(device, id);
    if (row === undefined) throw new Error('The task is missing');
    await applyOwn(device, [
      { kind: 'put', table: 'tasks', id, v: row.v, row: { ...row, name: 'Old' } },
      { kind: 'del', table: 'tasks', id, v: row.v - 1 },
    ]);
    expect((await taskOn(device, id))?.name).toBe('Dig');
  });

  it('[CLIENT-3.2] [PULL-2] a move to a readable scope waits for its row; one to another scope deletes it', async () => {
    const { team } = setup;
    const stays = await addTask(team, team.founder, { name: 'Stays' });
    const goes = await addTask(team, team.founder, { name: 'Goes' });
    const device = setup.device();
    await device.sync();
    const { cursor } = await readStream(device.context, orgStreamOf(team.founder));
    await applyOwn(device, [
      { kind: 'moved', table: 'tasks', id: stays, v: cursor + 1, to: 'directory' },
      { kind: 'moved', table: 'tasks', id: goes, v: cursor + 2, to: 'project:elsewhere' },
    ]);
    expect(await taskOn(device, stays)).toBeDefined();
    expect(await taskOn(device, goes)).toBeUndefined();
  });

  it('[CLIENT-3.3] deletions compare versions: a late one does not delete a row that was created again', async () => {
    const { team } = setup;
    const member = await hire(team, 'bo@field.test');
    const device = setup.device();
    await join(team, member);
    await device.sync();
    const id = `${team.project}.${member.orgUserId ?? ''}`;
    const before = await device.db.dexie.table('team_members').get(id);
    ok(await team.founder.delete(`team-member/update-destroy/${id}/`));
    await join(team, member);
    await device.sync();
    const after = await device.db.dexie.table('team_members').get(id);
    expect(after.v).toBeGreaterThan(before.v);
    await applyOwn(device, [{ kind: 'del', table: 'team_members', id, v: after.v - 1 }]);
    expect(await device.db.dexie.table('team_members').get(id)).toEqual(after);
  });

  it('[CLIENT-4] a page is applied in transactions of at most 100 rows, each with its cursor', async () => {
    const { team } = setup;
    const device = setup.device();
    await device.sync();
    const stream = orgStreamOf(team.founder);
    const before = await readStream(device.context, stream);
    for (let index = 0; index < 240; index += 1) {
      const body = { id: freshId(), project: team.project, name: `Card ${index}` };
      ok(await team.founder.post('project-card/create/', body));
    }
    const sizes: number[] = [];
    const cursors: number[] = [];
    const { store } = device.ports;
    const watched = {
      ...device.context,
      ports: {
        ...device.ports,
        store: {
          ...store,
          write: <T>(...[options, work]: Parameters<typeof store.write<T>>) =>
            store.write(options, async (tx) => {
              let size = 0;
              const result = await work({
                ...tx,
                putRows: async (table, all) => {
                  size += all.length;
                  await tx.putRows(table, all);
                },
              });
              if (size > 0) {
                sizes.push(size);
                cursors.push((await tx.stream(stream))?.cursor ?? -1);
              }
              return result;
            }),
        },
      },
    };
    const { pullStream } = await import('../../../sync/engine/pull.ts');
    await pullStream(watched, stream);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(240);
    expect(cursors).toEqual(cursors.toSorted((left, right) => left - right));
    expect(cursors[0]).toBeGreaterThan(before.cursor);
    expect(cursors.at(-1)).toBe(before.cursor + 240);
  });

  it('[CLIENT-4] a kill between two transactions of a page loses nothing', async () => {
    const { team } = setup;
    const device = setup.device();
    await device.sync();
    for (let index = 0; index < 230; index += 1) {
      const body = { id: freshId(), project: team.project, name: `Card ${index}` };
      ok(await team.founder.post('project-card/create/', body));
    }
    const { store } = device.ports;
    let writes = 0;
    const dying = {
      ...device.context,
      ports: {
        ...device.ports,
        store: {
          ...store,
          write: <T>(...[options, work]: Parameters<typeof store.write<T>>) => {
            writes += 1;
            if (writes === 3) throw new Error('killed');
            return store.write(options, work);
          },
        },
      },
    };
    const { pullStream } = await import('../../../sync/engine/pull.ts');
    await expect(pullStream(dying, orgStreamOf(team.founder))).rejects.toThrow('killed');
    const again = device.restart();
    await again.sync();
    expect(await rows(again.db, cards).count()).toBe(231);
    expect(await checkReplica(again.context)).toEqual({ ok: true, value: [] });
    again.close();
  });

  it('[PULL-3] no cursor is inside a version, however a page is divided', () => {
    const change = (v: number): Change => ({ kind: 'del', table: 'cards', id: String(v), v });
    const page = [...Array.from({ length: 150 }, () => change(5)), ...[6, 7].map(change)];
    const chunks = chunksOf(page, 4, 9);
    expect(chunks.map(({ items, upTo }) => [items.length, upTo])).toEqual([
      [100, 4],
      [52, 9],
    ]);
  });

  it('[CLIENT-4] a page older than the cursor is dropped', async () => {
    const { team } = setup;
    const id = await addTask(team, team.founder, { name: 'Dig' });
    const device = setup.device();
    await device.sync();
    const stream = orgStreamOf(team.founder);
    const { cursor } = await readStream(device.context, stream);
    const old: Change = { kind: 'del', table: 'tasks', id, v: cursor + 5 };
    const page = await pageOf(device, [old]);
    const step = await applyPage(device.context, {
      stream,
      page: { ...page, next: cursor },
      from: cursor - 1,
      settled: new Set(),
    });
    expect(step.kind).toBe('more');
    expect(await taskOn(device, id)).toBeDefined();
  });

  it('[VER-2.1] [VER-2.2] unknown fields of a row are kept and unknown tables do no harm', async () => {
    const { team } = setup;
    const id = await addTask(team, team.founder, { name: 'Dig' });
    const device = setup.device();
    await device.sync();
    const row = await taskOn(device, id);
    if (row === undefined) throw new Error('The task is missing');
    const { cursor } = await readStream(device.context, orgStreamOf(team.founder));
    const put = { ...row, v: cursor + 1, mood: 'calm' };
    await applyOwn(device, [
      { kind: 'put', table: 'tasks', id, v: cursor + 1, row: put },
      {
        kind: 'put',
        table: 'dreams',
        id,
        v: cursor + 2,
        row: { id, scope: 'directory', v: cursor + 2 },
      },
    ]);
    await device.mutate(taskEdit, { id, name: 'Dig on' });
    expect(await rows(device.db, tasks).get(id)).toMatchObject({ mood: 'calm', name: 'Dig on' });
  });

  it("[MUT-2.1] the person's own edit is not reverted while its version is in transit", async () => {
    const { team } = setup;
    const device = setup.device();
    await device.sync();
    await device.mutate(cardRename, { id: team.card, name: 'Doing' });
    device.wire.instead = { pull: () => NETWORK };
    await device.sync();
    expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(['acked']);
    expect((await rows(device.db, cards).get(team.card))?.name).toBe('Doing');
    expect((await device.db.base.get(`cards/${team.card}`))?.row).toMatchObject({ name: 'To do' });
    device.wire.instead = {};
    await device.sync();
    expect((await rows(device.db, cards).get(team.card))?.name).toBe('Doing');
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.journal.count()).toBe(1);
  });

  it('[MUT-2.1] a later edit of a row does not retire before an earlier one of unknown version', async () => {
    const device = setup.device();
    const { store } = device.ports;
    const edits = [
      renameItem(1, 'c', { state: 'acked', v: null }),
      renameItem(2, 'c', { state: 'acked', v: 5 }),
      renameItem(3, 'd', { state: 'acked', v: 6 }),
    ];
    await store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
      await tx.putOutbox(edits);
      await retire(tx, { stream: 'org:1', upTo: 9, settled: new Set(), at: 1 });
    });
    expect((await device.db.outbox.toArray()).map(({ seq }) => seq)).toEqual([1, 2]);
    await store.write({ tables: 'all', durability: 'on-disk' }, (tx) =>
      retire(tx, { stream: 'org:1', upTo: 9, settled: new Set([1]), at: 1 }),
    );
    expect(await device.db.outbox.count()).toBe(0);
  });

  it('[MUT-2.1] a complete page settles up to its own end, even when another tab has advanced the cursor', async () => {
    const device = setup.device();
    await device.sync();
    const stream = orgStreamOf(setup.team.founder);
    const { cursor } = await readStream(device.context, stream);
    const { store } = device.ports;
    await store.write({ tables: 'all', durability: 'on-disk' }, (tx) =>
      tx.putOutbox([renameItem(900, 'c', { stream, state: 'acked', v: cursor + 50 })]),
    );
    let applied = false;
    const write: typeof store.write = async (options, work) => {
      const value = await store.write(options, work);
      if (applied) return value;
      applied = true;
      // Another tab applies a page that is not the last one.
      const state = await readStream(device.context, stream);
      await store.write({ tables: [], durability: 'on-disk' }, (tx) =>
        tx.putStream({ ...state, cursor: cursor + 60 }),
      );
      return value;
    };
    const context = { ...device.context, ports: { ...device.ports, store: { ...store, write } } };
    const page = await pageOf(device, []);
    await applyPage(context, { stream, page, from: cursor, settled: new Set() });
    expect((await device.db.outbox.toArray()).map(({ seq }) => seq)).toEqual([900]);
    expect((await readStream(device.context, stream)).complete).toBe(cursor);
  });

  async function pageOf(
    device: ReturnType<Setup['device']>,
    changes: readonly Change[],
  ): Promise<PullPage> {
    const state = await readStream(device.context, orgStreamOf(setup.team.founder));
    const next = Math.max(state.cursor, ...changes.map(({ v }) => v));
    return {
      epoch: state.epoch ?? '',
      head: next,
      floor: 0,
      scopes: wholeScopes(state),
      changes: [...changes],
      next,
      complete: true,
    };
  }

  /** Applies changes like those of a pull. */
  async function applyOwn(device: ReturnType<Setup['device']>, changes: readonly Change[]) {
    const stream = orgStreamOf(setup.team.founder);
    const { cursor } = await readStream(device.context, stream);
    const page = await pageOf(device, changes);
    const step = await applyPage(device.context, {
      stream,
      page,
      from: cursor,
      settled: new Set(),
    });
    expect(step.kind).toBe('done');
  }
});
