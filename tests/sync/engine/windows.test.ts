import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messages } from '../../../model/entities/message.ts';
import { messageEdit } from '../../../model/mutations/message-edit.ts';
import { messageSend } from '../../../model/mutations/message-send.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { checkReplica } from '../../../sync/engine/check.ts';
import { enterRefill } from '../../../sync/engine/epoch.ts';
import { loadOlder } from '../../../sync/engine/windows.ts';
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
const HISTORY = 620;

describe('a long conversation', () => {
  let team: Team;
  let ben: RestClient;
  let scope: string;
  beforeEach(async () => {
    team = await startTeam(() => openDatabase({ memory: true }));
    ben = await hire(team, 'ben@field.test');
    scope = `direct:${team.founder.orgUserId}:${ben.orgUserId}`;
    await say(HISTORY);
  });
  afterEach(async () => {
    await team.world.close();
  });

  it('[WIN-1] a download brings the newest messages and says from where on they are whole', async () => {
    const device = await downloaded();
    expect(await numbers(device)).toEqual(range(HISTORY - 49, HISTORY));
    expect(await windowOf(device)).toBe(HISTORY - 49);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[WIN-1] a conversation that becomes visible later is filled with its newest messages', async () => {
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
    expect(state?.windows?.[`group:${group}`]).toBe(11);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[WIN-2] older messages come page by page until the first', async () => {
    const device = await downloaded();
    expect(await older(device)).toEqual({ ok: true, value: true });
    expect(await numbers(device)).toEqual(range(HISTORY - 549, HISTORY));
    expect(await older(device)).toEqual({ ok: true, value: false });
    expect(await numbers(device)).toEqual(range(1, HISTORY));
    expect(await older(device)).toEqual({ ok: true, value: false });
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[WIN-2] a page that is older than the cursor is read again: a change that passed meanwhile is not undone', async () => {
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
    expect(await older(device)).toEqual({ ok: true, value: true });
    expect((await rows(device.db, messages).get(id))?.text).toBe('Changed meanwhile');
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('[WIN-3] a change of a message that is older than the window is no hole in it, and a new download starts the window anew', async () => {
    const device = await downloaded();
    const old = ok(
      await ben.get(`api/messages/${await founderUser()}/`, { query: { limit: '1', before: '6' } }),
    );
    ok(
      await ben.patch(`message/update-destroy/${old.body.results[0].id}/`, { message: 'Old news' }),
    );
    await device.sync();
    expect((await numbers(device))[0]).toBe(5);
    expect(await windowOf(device)).toBe(HISTORY - 49);
    await older(device);
    await enterRefill(device.context, orgStreamOf(team.founder));
    expect(await device.sync()).toEqual({ kind: 'done' });
    expect(await numbers(device)).toEqual(range(HISTORY - 49, HISTORY));
    expect(await windowOf(device)).toBe(HISTORY - 49);
  });

  it('[WIN-4] the check notices a message that is missing inside the window and none that is older', async () => {
    const device = await downloaded();
    const all = await rows(device.db, messages).toArray();
    await rows(device.db, messages).delete(all.find(({ seq }) => seq === HISTORY)?.id ?? '');
    expect(await checkReplica(device.context)).toEqual({
      ok: true,
      value: [{ scope, here: 49, there: 50 }],
    });
  });

  it('messages written offline go out once and in order, whatever is lost on the way', async () => {
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
      `No ${HISTORY}`,
      ...words,
    ]);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await checkReplica(device.context)).toEqual({ ok: true, value: [] });
  });

  it('an edit of a message that is not sent yet follows it', async () => {
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
      seq: HISTORY + 1,
      text: 'Hello',
      edited: true,
    });
  });

  /** Many at once, as a device that comes back sends them. */
  async function say(count: number): Promise<void> {
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

  function older(device: Device) {
    return loadOlder(device.context, { stream: orgStreamOf(team.founder), scope });
  }

  async function numbers(device: Device): Promise<readonly number[]> {
    const all = await rows(device.db, messages).toArray();
    return all.map(({ seq }) => seq).toSorted((left, right) => left - right);
  }

  async function windowOf(device: Device): Promise<number | undefined> {
    const state = await device.ports.store.read([], (tx) => tx.stream(orgStreamOf(team.founder)));
    return state?.windows?.[scope];
  }
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
