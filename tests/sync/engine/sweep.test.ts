import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labels } from '../../../model/entities/label.ts';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { labelDelete } from '../../../model/mutations/label/label-delete.ts';
import { labelRename } from '../../../model/mutations/label/label-rename.ts';
import { messageEdit } from '../../../model/mutations/chat/message-edit.ts';
import { messages } from '../../../model/entities/message.ts';
import { taskMove } from '../../../model/mutations/task/task-move.ts';
import { tasks } from '../../../model/entities/task.ts';
import type { EngineContext } from '../../../sync/engine/context.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { downloadStream } from '../../../sync/engine/download.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { pullStream } from '../../../sync/engine/pull.ts';
import { loadRange } from '../../../sync/engine/load-range.ts';
import { rows } from '../../../sync/store/database.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { discardItem } from '../../../sync/store/outbox-actions.ts';
import { addBoard, addTask, freshId, hire, ok, orgStreamOf } from '../../server/support/team.ts';
import type { RestClient } from '../../support/rest-client.ts';
import type { Device } from '../support/device.ts';
import { allLines, asLines } from '../support/lines.ts';
import { NETWORK, type Setup, setUp } from '../support/setup.ts';

/** A stream is downloaded again, and rows that the snapshot lacks are removed. */
describe('a sweep', () => {
  let setup: Setup;
  let team: Setup['team'];
  let device: Device;
  let stream: string;
  beforeEach(async () => {
    setup = await setUp();
    ({ team } = setup);
    device = setup.device();
    await device.sync();
    stream = orgStreamOf(team.founder);
  });
  afterEach(() => setup.end());

  it('[EPOCH-2] leaves no deleted row when its pending mutation is discarded meanwhile', async () => {
    const id = device.newId();
    await device.mutate(labelCreate, { id, project: team.project, name: 'Wet' });
    await device.sync();
    await device.mutate(labelRename, { id, name: 'Wet paint' });
    const other = setup.device();
    await other.sync();
    await other.mutate(labelDelete, { id });
    await other.sync();
    await enterRefill(device.context, stream);
    const { store } = device.ports;
    let discarded = false;
    const write: typeof store.write = async (options, work) => {
      const value = await store.write(options, work);
      // After the transaction that removes the labels.
      if (!discarded && options.tables !== 'all' && options.tables.includes('labels')) {
        discarded = true;
        const [item] = await outboxItems(device.db);
        expect(await discardItem(await device.actions(), item?.id ?? '')).toBeUndefined();
      }
      return value;
    };
    const ports = { ...device.ports, store: { ...store, write } };
    expect(await downloadStream({ ...device.context, ports }, stream)).toEqual({ kind: 'done' });
    expect(discarded).toBe(true);
    await device.sync();
    expect(await rows(device.db, labels).count()).toBe(0);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[EPOCH-2] [WIN-3] keeps every message whose number counts as loaded, also one with a pending mutation', async () => {
    const ben = await hire(team, 'ben@field.test');
    const scope = `direct:${team.founder.orgUserId}:${ben.orgUserId}`;
    await send(ben, scope, 60);
    await send(team.founder, scope, 50);
    await device.sync();
    const mine = (await rows(device.db, messages).toArray()).find(({ seq }) => seq === 62);
    expect(
      await device.mutate(messageEdit, { id: mine?.id ?? '', text: 'Better' }),
    ).toBeUndefined();
    // It is no longer among the newest.
    await send(ben, scope, 5);
    device.wire.instead = { push: () => NETWORK };
    await enterRefill(device.context, stream);
    expect(await downloadStream(device.context, stream)).toEqual({ kind: 'done' });
    await pullStream(device.context, stream);
    await loadRange(device.context, { stream, scope });
    expect(await numbers()).toEqual(Array.from({ length: 115 }, (_, index) => index + 1));
    const [item] = await outboxItems(device.db);
    await discardItem(await device.actions(), item?.id ?? '');
    device.wire.instead = {};
    await device.sync();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[MUT-2.1] [WIN-3] does not revert a sent change of a message that is older than the new window', async () => {
    const ben = await hire(team, 'ben@field.test');
    const scope = `direct:${team.founder.orgUserId}:${ben.orgUserId}`;
    await send(team.founder, scope, 1);
    await device.sync();
    const [mine] = await rows(device.db, messages).toArray();
    const id = mine?.id ?? '';
    expect(await device.mutate(messageEdit, { id, text: 'Better' })).toBeUndefined();
    await send(ben, scope, 60);
    // Receives the response, and then nothing until the stream is downloaded again.
    device.wire.instead = { pull: () => NETWORK };
    await device.sync();
    expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(['acked']);
    device.wire.instead = {};
    await enterRefill(device.context, stream);
    await device.sync();
    expect(await rows(device.db, messages).get(id)).toBeUndefined();
    await loadRange(device.context, { stream, scope });
    expect((await rows(device.db, messages).get(id))?.text).toBe('Better');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[EPOCH-1.5] keeps a task visible that moves between projects during the download', async () => {
    const [from, to] = [await addBoard(team), await addBoard(team)];
    const task = await addTask(team, team.founder, { name: 'Dig', ...from });
    await addTask(team, team.founder, { name: 'Other', ...to });
    await device.sync();
    await enterRefill(device.context, stream);
    const { bootstrap } = device.ports.transport;
    const ada = setup.device();
    await ada.sync();
    const transport = {
      ...device.ports.transport,
      bootstrap: async (query: Parameters<typeof bootstrap>[0]) => {
        const one = await bootstrap(query);
        if (!one.ok) return one;
        const early = await allLines(one.value);
        // Between the lines of the two projects, which are read separately.
        await ada.mutate(taskMove, { ...to, id: task, rank: 'm' });
        await ada.sync();
        const two = await bootstrap(query);
        if (!two.ok) return two;
        const late = await allLines(two.value);
        const order = early.flatMap((line) => (line.kind === 'scope' ? [line.scope] : []));
        const [first, second] = [to, from].map(({ project }) =>
          order.indexOf(`project:${project}`),
        );
        expect(first).toBeLessThan(second ?? 0);
        const isOf = (scope: string) => (line: (typeof early)[number]) =>
          (line.kind === 'rows' && line.rows[0]?.scope === scope) ||
          (line.kind === 'scope' && line.scope === scope);
        const lines = [
          ...early.filter(({ kind }) => kind === 'start'),
          ...order.flatMap((scope) =>
            (scope === `project:${from.project}` ? late : early).filter(isOf(scope)),
          ),
          ...early.filter(({ kind }) => kind === 'end'),
        ];
        return { ok: true as const, value: asLines(lines) };
      },
    };
    const shown: number[] = [];
    const { store } = device.ports;
    const write: typeof store.write = async (options, work) => {
      const value = await store.write(options, work);
      shown.push(await rows(device.db, tasks).where('id').equals(task).count());
      return value;
    };
    const ports = { ...device.ports, transport, store: { ...store, write } };
    const context: EngineContext = { ...device.context, ports };
    expect(await downloadStream(context, stream)).toEqual({ kind: 'done' });
    const afterDownload = await rows(device.db, tasks).where('id').equals(task).count();
    await pullStream(context, stream);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    expect([Math.min(...shown), afterDownload]).toEqual([1, 1]);
  });

  it('[VER-1] [CLIENT-5] ends although the server has tables that this build does not know', async () => {
    await muchIsGone();
    const scope = `project:${team.project}`;
    const gadgets = Array.from({ length: 100 }, () => ({ id: freshId(), scope, v: 1 }));
    const { bootstrap, check } = device.ports.transport;
    const transport = {
      ...device.ports.transport,
      bootstrap: async (query: Parameters<typeof bootstrap>[0]) => {
        const reply = await bootstrap(query);
        if (!reply.ok) return reply;
        const lines = await allLines(reply.value);
        const [start, ...rest] = lines;
        return {
          ok: true as const,
          value: asLines([
            ...(start === undefined ? [] : [start]),
            { kind: 'rows' as const, table: 'gadgets', rows: gadgets },
            ...rest,
          ]),
        };
      },
      check: async (query: Parameters<typeof check>[0]) => {
        const reply = await check(query);
        if (!reply.ok) return reply;
        const scopes = reply.value.scopes.map((one) =>
          one.scope === scope ? { ...one, count: one.count + gadgets.length } : one,
        );
        return { ok: true as const, value: { ...reply.value, scopes } };
      },
    };
    const context = { ...device.context, ports: { ...device.ports, transport } };
    expect(await downloadStream(context, stream)).toEqual({ kind: 'done' });
    expect(await rows(device.db, labels).count()).toBe(0);
  });

  it('[EPOCH-1.6] [ENG-3.1] fails with the server’s message when the check cannot be made, and is not tried at once', async () => {
    await muchIsGone();
    const busy = {
      kind: 'refused',
      status: 503,
      code: 'unavailable',
      message: 'Later',
      details: {},
      retryAfter: 60_000,
    } as const;
    device.wire.instead = { check: () => ({ ok: false, failure: busy }) };
    expect(await downloadStream(device.context, stream)).toEqual({ kind: 'failed', failure: busy });
  });

  /** More rows than are removed without a check, in a stream to be downloaded again. */
  async function muchIsGone(): Promise<void> {
    const ids: string[] = [];
    for (let index = 0; index < 120; index += 1) {
      const id = device.newId();
      ids.push(id);
      await device.mutate(labelCreate, { id, project: team.project, name: `L ${index}` });
    }
    await device.sync();
    const other = setup.device();
    await other.sync();
    for (const id of ids) await other.mutate(labelDelete, { id });
    await other.sync();
    await enterRefill(device.context, stream);
  }

  async function send(from: RestClient, conversation: string, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      ok(await from.post('message/create/', { conversation, message: `No ${index}` }));
    }
  }

  async function numbers(): Promise<readonly number[]> {
    const all = await rows(device.db, messages).toArray();
    return all.map(({ seq }) => seq).toSorted((one, next) => one - next);
  }
});
