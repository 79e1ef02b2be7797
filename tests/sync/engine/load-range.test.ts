import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messages } from '../../../model/entities/message.ts';
import { messageEdit } from '../../../model/mutations/chat/message-edit.ts';
import { messageSend } from '../../../model/mutations/chat/message-send.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import {
  type LoadedRanges,
  type RangeRequest,
  withRange,
} from '../../../sync/core/message-range.ts';
import { loadedOf, loadedRanges, scopeState } from '../../../sync/core/scope-state.ts';
import { loadRange } from '../../../sync/engine/load-range.ts';
import { rows } from '../../../sync/store/database.ts';
import type { RestClient } from '../../support/rest-client.ts';
import {
  deviceOf,
  freshId,
  hire,
  ok,
  orgStreamOf,
  startTeam,
  type Team,
} from '../../server/support/team.ts';
import { createDevice, type Device } from '../support/device.ts';

/** More than one window and one page of older messages. */
const MESSAGES = 620;

describe('a long conversation', () => {
  let team: Team;
  let ben: RestClient;
  let scope: string;
  beforeEach(async () => {
    team = await startTeam(() => openDatabase({ memory: true }));
    ben = await hire(team, 'ben@field.test');
    scope = `direct:${team.founder.orgUserId}:${ben.orgUserId}`;
    await send(MESSAGES);
  });
  afterEach(async () => {
    await team.setup.close();
  });

  it('[WIN-1] a download contains the newest messages and the number from which on none is missing', async () => {
    const device = await downloaded();
    expect(await numbers(device)).toEqual(range(MESSAGES - 49, MESSAGES));
    expect(await windowOf(device)).toBe(MESSAGES - 49);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[WIN-1] a conversation that becomes readable later is filled with its newest messages', async () => {
    const device = createDevice(() => team.app, team.founder);
    const group = freshId();
    await device.sync();
    const members = [ben.orgUserId];
    ok(
      await team.founder.post('groups/create/', {
        id: group,
        name: 'Ridge',
        organization_users: members,
      }),
    );
    for (let index = 0; index < 60; index += 1) {
      ok(
        await ben.post('message/create/', {
          conversation: `group:${group}`,
          message: `No ${index}`,
        }),
      );
    }
    await device.sync();
    const state = await device.ports.store.read([], (tx) => tx.stream(orgStreamOf(team.founder)));
    expect(loadedRanges(state?.scopes, `group:${group}`).from).toBe(11);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[WIN-2] older messages are loaded page by page up to the first', async () => {
    const device = await downloaded();
    expect(await load(device)).toEqual({
      ok: true,
      value: { from: MESSAGES - 549, to: MESSAGES - 50 },
    });
    expect(await numbers(device)).toEqual(range(MESSAGES - 549, MESSAGES));
    expect(await load(device)).toMatchObject({ ok: true, value: { from: 1 } });
    expect(await numbers(device)).toEqual(range(1, MESSAGES));
    expect(await load(device)).toEqual({ ok: true, value: { from: 1, to: 0 } });
    expect(await windowOf(device)).toBe(1);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[WIN-2] a page that is older than the cursor is read again, so that it reverts no change', async () => {
    const device = await downloaded();
    const first = ok(
      await ben.get(`api/messages/${await founderUser()}/`, {
        query: { limit: '1', before: '101' },
      }),
    );
    const id = first.body.results[0].id;
    let meddled = false;
    device.wire.answered = async () => {
      if (meddled) return;
      meddled = true;
      ok(await ben.patch(`message/update-destroy/${id}/`, { message: 'Changed meanwhile' }));
      await device.sync();
    };
    expect(await load(device)).toMatchObject({ ok: true });
    expect((await rows(device.db, messages).get(id))?.text).toBe('Changed meanwhile');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[WIN-3] a change of a message before the window makes no gap in it, and a new download starts the window again', async () => {
    const device = await downloaded();
    const old = ok(
      await ben.get(`api/messages/${await founderUser()}/`, { query: { limit: '1', before: '6' } }),
    );
    ok(
      await ben.patch(`message/update-destroy/${old.body.results[0].id}/`, { message: 'Old news' }),
    );
    await device.sync();
    expect((await numbers(device))[0]).toBe(5);
    expect(await windowOf(device)).toBe(MESSAGES - 49);
    await load(device);
    await enterRefill(device.context, orgStreamOf(team.founder));
    expect(await device.sync()).toEqual({ kind: 'done' });
    expect(await numbers(device)).toEqual(range(MESSAGES - 49, MESSAGES));
    expect(await windowOf(device)).toBe(MESSAGES - 49);
  });

  it('[WIN-5.1] [WIN-5.2] the messages around an old one are loaded without those in between, and extended in both directions until they meet the window', async () => {
    const device = await downloaded();
    expect(await load(device, { around: await idOf(60) })).toEqual({
      ok: true,
      value: { from: 15, to: 105 },
    });
    expect(await numbers(device)).toEqual([...range(15, 105), ...range(MESSAGES - 49, MESSAGES)]);
    expect(await earlierRanges(device)).toEqual([{ from: 15, to: 105 }]);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    await load(device, { before: 15 });
    expect(await earlierRanges(device)).toEqual([{ from: 1, to: 105 }]);
    await load(device, { from: 106 });
    expect(await earlierRanges(device)).toEqual([]);
    expect(await windowOf(device)).toBe(1);
    expect(await numbers(device)).toEqual(range(1, MESSAGES));
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[WIN-5.3] a range stays current, and the check detects a missing message in it', async () => {
    const device = await downloaded();
    const id = await idOf(60);
    await load(device, { around: id });
    ok(await ben.patch(`message/update-destroy/${id}/`, { message: 'Changed since' }));
    await device.sync();
    expect((await rows(device.db, messages).get(id))?.text).toBe('Changed since');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    await rows(device.db, messages).delete(id);
    expect(await checkReplica(device.context)).toEqual({
      ok: true,
      value: [{ scope, here: 90, there: 91 }],
    });
  });

  it('[WIN-5.3] a page that is not applied completely claims no number without its message', async () => {
    const device = await downloaded();
    const first = await idOf(60);
    let meddled = 0;
    // Between two transactions of the page the stream advances, and the rest of the page is not applied.
    device.wire.answered = async () => {
      meddled += 1;
      if (meddled > 4) return;
      ok(await ben.patch(`message/update-destroy/${first}/`, { message: `Change ${meddled}` }));
      await device.sync();
    };
    await load(device, { from: 1 });
    device.wire.answered = undefined;
    await device.sync();
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
    for (const { from, to } of await earlierRanges(device)) {
      expect(await numbers(device)).toEqual(expect.arrayContaining(range(from, to)));
    }
  });

  it('[WIN-5.1] a message outside the conversation is refused, and a new download keeps no range', async () => {
    const device = await downloaded();
    expect(await load(device, { around: freshId() })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: 'not_found' },
    });
    await load(device, { around: await idOf(60) });
    await enterRefill(device.context, orgStreamOf(team.founder));
    expect(await device.sync()).toEqual({ kind: 'done' });
    expect(await earlierRanges(device)).toEqual([]);
    expect(await numbers(device)).toEqual(range(MESSAGES - 49, MESSAGES));
  });

  it('[WIN-4] the check detects a message that is missing inside the window and ignores older ones', async () => {
    const device = await downloaded();
    const all = await rows(device.db, messages).toArray();
    await rows(device.db, messages).delete(all.find(({ seq }) => seq === MESSAGES)?.id ?? '');
    expect(await checkReplica(device.context)).toEqual({
      ok: true,
      value: [{ scope, here: 49, there: 50 }],
    });
  });

  it('messages written offline are sent once and in order, whatever is lost in transit', async () => {
    const device = await downloaded();
    device.wire.offline = true;
    const words = ['Camp two', 'is', 'empty'];
    for (const text of words) {
      const args = {
        id: device.newId(),
        conversation: scope,
        text,
        reply_to: null,
        attachment: null,
      };
      expect(await device.mutate(messageSend, args)).toBeUndefined();
    }
    await device.sync();
    device.wire.offline = false;
    device.wire.loseReplies = true;
    await device.sync();
    device.wire.loseReplies = false;
    expect(await device.sync()).toEqual({ kind: 'done' });
    const there = ok(
      await ben.get(`api/messages/${await founderUser()}/`, { query: { limit: '4' } }),
    );
    expect(there.body.results.map((one: { message: string }) => one.message)).toEqual([
      `No ${MESSAGES}`,
      ...words,
    ]);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('an edit of an unsent message is sent after it', async () => {
    const device = await downloaded();
    const id = device.newId();
    await device.mutate(messageSend, {
      id,
      conversation: scope,
      text: 'Helo',
      reply_to: null,
      attachment: null,
    });
    await device.mutate(messageEdit, { id, text: 'Hello' });
    expect(await device.sync()).toEqual({ kind: 'done' });
    expect(await rows(device.db, messages).get(id)).toMatchObject({
      seq: MESSAGES + 1,
      text: 'Hello',
      edited: true,
    });
  });

  /** Many at once, as a returning device sends them. */
  async function send(count: number): Promise<void> {
    const device = await deviceOf(ben);
    for (let from = 1; from <= count; from += 200) {
      const calls = range(from, Math.min(count, from + 199)).map((seq) => ({
        seq,
        method: 'POST' as const,
        path: 'message/create/',
        body: {
          id: freshId(),
          conversation: scope,
          message: `No ${seq}`,
          reply_to: null,
          attachment: null,
        },
      }));
      ok(await device.push(calls));
    }
  }

  async function downloaded(): Promise<Device> {
    const device = createDevice(() => team.app, team.founder);
    expect(await device.sync()).toEqual({ kind: 'done' });
    return device;
  }

  async function founderUser(): Promise<number> {
    return ok(await team.founder.get('api/me/')).body.data.id;
  }

  function load(device: Device, part?: RangeRequest) {
    return loadRange(device.context, { stream: orgStreamOf(team.founder), scope, part });
  }

  /** Claimed ranges before the window. */
  async function earlierRanges(device: Device) {
    const state = await device.ports.store.read([], (tx) => tx.stream(orgStreamOf(team.founder)));
    return loadedRanges(state?.scopes, scope).earlier;
  }

  async function idOf(number: number): Promise<string> {
    const query = { limit: '1', before: String(number + 1) };
    return ok(await ben.get(`api/messages/${await founderUser()}/`, { query })).body.results[0].id;
  }

  async function numbers(device: Device): Promise<readonly number[]> {
    const all = await rows(device.db, messages).toArray();
    return all.map(({ seq }) => seq).toSorted((left, right) => left - right);
  }

  async function windowOf(device: Device): Promise<number | undefined> {
    const state = await device.ports.store.read([], (tx) => tx.stream(orgStreamOf(team.founder)));
    return loadedOf(scopeState(state?.scopes ?? {}, scope))?.from;
  }
});

describe('the loaded ranges of a scope', () => {
  it('[WIN-5.2] contain every loaded number and no other, and do not touch', () => {
    const anyRange = fc
      .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 9 }))
      .map(([from, more]) => ({ from, to: from + more }));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(anyRange, { maxLength: 8 }),
        (at, came) => {
          const start: LoadedRanges = { from: at, earlier: [] };
          const { from: begin, earlier } = came.reduce(withRange, start);
          const here = (number: number) =>
            number >= begin || earlier.some(({ from, to }) => number >= from && number <= to);
          for (const number of range(1, 70)) {
            const wanted =
              number >= at || came.some(({ from, to }) => number >= from && number <= to);
            expect(here(number)).toBe(wanted);
          }
          const bounds = [...earlier, { from: begin, to: Infinity }];
          for (const [index, { from }] of bounds.entries()) {
            expect(from).toBeGreaterThan((bounds[index - 1]?.to ?? -1) + 1);
          }
        },
      ),
    );
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
