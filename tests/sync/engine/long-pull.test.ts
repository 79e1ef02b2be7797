import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import type { Transport } from '../../../sync/core/ports/transport.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { readStream, type Step, streamsOf } from '../../../sync/engine/context.ts';
import type { FillPositions } from '../../../sync/engine/pull-control.ts';
import { applyEvent, applyPage } from '../../../sync/engine/pull.ts';
import { syncPass } from '../../../sync/engine/sync-pass.ts';
import { addBoard, addTask, hire, join, ok, orgStreamOf } from '../../server/support/team.ts';
import type { RestClient } from '../../support/rest-client.ts';
import type { Device } from '../support/device.ts';
import { rows } from '../../../sync/store/database.ts';
import { NETWORK, type Setup, setUp, taskOn } from '../support/setup.ts';

/** Responses of a slow line take this long, in milliseconds of the device's clock. */
const SLOW = 3_000;

describe('a long pull on a slow line', () => {
  let setup: Setup;
  let team: Setup['team'];
  let member: RestClient;
  let device: Device;
  beforeEach(async () => {
    setup = await setUp();
    ({ team } = setup);
    member = await hire(team, 'bo@field.test');
    device = setup.device(member);
    await device.sync();
  });
  afterEach(() => setup.end());

  it('[ENG-2.6] a mutation written during a catch-up is sent after the present page', async () => {
    await join(team, member);
    await device.sync();
    const last = await addTasks(12);
    const head = async () => (await readStream(device.context, orgStreamOf(member))).cursor;
    const begun = await head();
    let pulls = 0;
    const { pull } = device.ports.transport;
    await pass(device, {
      pull: async (query) => {
        pulls += 1;
        if (pulls === 2) await writeTodo(device, 'Buy pipes');
        return pull({ ...query, limit: 1 });
      },
    });
    expect(device.wire.calls.lastIndexOf('push')).toBeGreaterThan(-1);
    expect(callsUntilPush(device)).toEqual(['pull', 'pull', 'push']);
    // The pass was over in time; the others continue from the cursor.
    expect(await head()).toBeGreaterThan(begun);
    expect(pulls).toBeLessThan(12);
    await device.sync();
    expect((await taskOn(device, last))?.name).toBe('Dig 11');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[MUT-2.1] [PULL-7.1] an event between two pages retires no change whose row comes with a later one', async () => {
    const own = setup.device(team.founder);
    await own.sync();
    const stream = orgStreamOf(team.founder);
    const { card } = team;
    const shown = async () => (await rows(own.db, cards).get(card))?.name;
    await own.mutate(cardRename, { id: card, name: 'Mine' });
    own.wire.instead = { pull: () => NETWORK };
    await own.sync();
    own.wire.instead = {};
    const { cursor, epoch } = await readStream(own.context, stream);
    const pull = async (since: number, limit: number) => {
      const query = { stream, since, epoch: epoch ?? '', limit };
      const reply = await own.ports.transport.pull(query);
      if (!reply.ok) throw new Error('There is no page');
      return reply.value;
    };
    await addTask(team, team.founder);
    const between = (await pull(cursor, 100)).next;
    await addTask(team, team.founder);
    const event = { stream, from: between, page: await pull(between, 100) };
    ok(await team.founder.patch(`project-card/update-destroy/${card}/`, { name: 'Theirs' }));
    const page = { ...(await pull(cursor, 1)), complete: false };
    expect(page.next).toBe(between);
    await applyPage(own.context, { stream, page, from: cursor, settled: new Set() });
    await applyEvent(own.context, event);
    expect(await shown()).toBe('Mine');
    await own.sync();
    expect(await shown()).toBe('Theirs');
  });

  it('[ENG-2.6] a pass ends in time during a long catch-up, and the next one continues it', async () => {
    await join(team, member);
    await device.sync();
    await addTasks(12);
    const { pull } = device.ports.transport;
    const small = { pull: (query: Parameters<typeof pull>[0]) => pull({ ...query, limit: 1 }) };
    const begun = device.clock.time;
    expect(await pass(device, small)).toEqual({ kind: 'more' });
    expect(device.clock.time - begun).toBeLessThan(20_000 + 2 * SLOW);
    const { cursor } = await readStream(device.context, orgStreamOf(member));
    device.wire.calls.length = 0;
    await pass(device, small);
    expect((await readStream(device.context, orgStreamOf(member))).cursor).toBeGreaterThan(cursor);
  });

  it('[ENG-2.6] a mutation written during a fill is sent after the present page, and the fill goes on', async () => {
    await fillProject(6);
    const asked: string[] = [];
    await pass(device, {
      scope: async (query) => {
        asked.push(`${query.scope} ${String(query.after)}`);
        if (asked.length === 3) await writeTodo(device, 'Buy pipes');
        return scopeInPages(device, query, 2);
      },
    });
    expect(callsUntilPush(device).filter((name) => name === 'scope')).toHaveLength(3);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('[ENG-2.6] [PULL-5.2] a fill that was interrupted in time continues at its position', async () => {
    const last = await fillProject(16);
    const positions: FillPositions = new Map();
    const asked: (string | null)[] = [];
    const scope: Transport['scope'] = (query) => {
      asked.push(query.after);
      return scopeInPages(device, query, 2);
    };
    expect(await pass(device, { scope }, positions)).toEqual({ kind: 'more' });
    const before = asked.length;
    await pass(device, { scope }, positions);
    expect(asked.length).toBeGreaterThan(before);
    expect(asked.slice(before)).not.toContain(null);
    await pass(device, { scope }, positions);
    expect((await taskOn(device, last))?.name).toBe('Dig 15');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-5.6] an interrupted fill starts anew when the scope was revoked meanwhile', async () => {
    const last = await fillProject(16);
    const positions: FillPositions = new Map();
    const scope: Transport['scope'] = (query) => scopeInPages(device, query, 2);
    await pass(device, { scope }, positions);
    expect(positions.size).toBe(1);
    const place = `team-member/update-destroy/${team.project}.${member.orgUserId ?? ''}/`;
    ok(await team.founder.delete(place));
    await device.sync();
    expect(await taskOn(device, last)).toBeUndefined();
    await join(team, member);
    for (let times = 0; times < 4; times += 1) await pass(device, { scope }, positions);
    expect((await taskOn(device, last))?.name).toBe('Dig 15');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[PULL-6.6] a mutation written during a long first download is sent before all scopes are there', async () => {
    for (let index = 0; index < 4; index += 1) {
      const { project } = await addBoard(team);
      await join(team, member, project);
    }
    await join(team, member);
    const fresh = setup.device(member);
    const { bootstrap } = fresh.ports.transport;
    let read = 0;
    await pass(fresh, {
      bootstrap: async (query) => {
        const reply = await bootstrap(query);
        if (!reply.ok || query.stream !== orgStreamOf(member)) return reply;
        return {
          ok: true,
          value: (async function* slow() {
            for await (const line of reply.value) {
              fresh.clock.time += SLOW;
              read += 1;
              yield line;
              if (line.kind === 'scope' && read > 2) await writeTodo(fresh, `Todo ${String(read)}`);
            }
          })(),
        };
      },
    });
    await fresh.sync();
    const { calls } = fresh.wire;
    expect(calls.filter((name) => name === 'bootstrap')).toHaveLength(2);
    expect(calls.indexOf('push')).toBeGreaterThan(-1);
    expect(calls.lastIndexOf('scope')).toBeGreaterThan(calls.indexOf('push'));
    expect(await fresh.db.outbox.count()).toBe(0);
    expect(await checkReplica(fresh.context)).toEqual({ ok: true, value: [] });
  });

  /** Returns the id of the last one. */
  async function addTasks(count: number): Promise<string> {
    let last = '';
    for (let index = 0; index < count; index += 1) {
      last = await addTask(team, team.founder, { name: `Dig ${String(index)}` });
    }
    return last;
  }

  /** The member joins the project of these tasks. */
  async function fillProject(count: number): Promise<string> {
    const last = await addTasks(count);
    await join(team, member);
    return last;
  }
});

/** One pass of 20 s over a slow line, with some of the calls replaced. */
async function pass(
  device: Device,
  over: Partial<Transport>,
  positions: FillPositions = new Map(),
): Promise<Step> {
  const { context, ports, wire, clock } = device;
  wire.answered = () => {
    clock.time += SLOW;
  };
  wire.calls.length = 0;
  const transport = { ...ports.transport, ...over };
  return syncPass(
    { ...context, ports: { ...ports, transport } },
    {
      behind: new Set(streamsOf(context.account)),
      size: { current: 200, most: 200 },
      until: clock.time + 20_000,
      positions,
      realtime: () => true,
      trims: false,
      reached: () => Promise.resolve(),
      busy: () => undefined,
    },
  ).finally(() => {
    wire.answered = undefined;
  });
}

/** The same page of a fill in pages of a few rows; `after` is the index of the first one. */
async function scopeInPages(
  { ports }: Device,
  query: Parameters<Transport['scope']>[0],
  size: number,
): ReturnType<Transport['scope']> {
  const reply = await ports.transport.scope({ ...query, after: null });
  if (!reply.ok) return reply;
  const from = Number(query.after ?? 0);
  const all = reply.value.rows;
  const cursor = from + size < all.length ? String(from + size) : null;
  return { ok: true, value: { ...reply.value, rows: all.slice(from, from + size), cursor } };
}

function callsUntilPush({ wire }: Device): readonly string[] {
  return wire.calls.slice(0, wire.calls.indexOf('push') + 1);
}

async function writeTodo(device: Device, name: string): Promise<void> {
  const todo = { id: device.newId(), name, rank: 'V', status: false };
  expect(await device.mutate(todoCreate, todo)).toBeUndefined();
}
