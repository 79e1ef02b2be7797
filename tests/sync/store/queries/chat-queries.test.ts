import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conversations } from '../../../../model/entities/conversation.ts';
import { groupMembers } from '../../../../model/entities/group-member.ts';
import { messageMarkId, messageMarks } from '../../../../model/entities/message-mark.ts';
import { type Message, messages } from '../../../../model/entities/message.ts';
import { groupScope } from '../../../../model/entities/scopes.ts';
import { memberId } from '../../../../model/shared/ids.ts';
import { type AccountDb, accountDb, rows, withLocalKeys } from '../../../../sync/store/database.ts';
import type { OutboxItem } from '../../../../sync/core/ports/outbox.ts';
import { rowKey } from '../../../../sync/core/row-key.ts';
import {
  lastMessages,
  messageContext,
  listGroupMembers,
  messagesBetween,
  searchMessages,
  unnumberedMessages,
} from '../../../../sync/store/queries/chat.ts';
import { listConversations } from '../../../../sync/store/queries/conversations.ts';
import { renameItem } from '../../support/items.ts';

const ME = '1';
const OTHER = '2';
const PLACE = 'direct:1:2';

const store: { db: AccountDb } = { db: newDb() };

function newDb(): AccountDb {
  return accountDb('chat-queries', { indexedDB: new IDBFactory(), IDBKeyRange });
}

beforeEach(() => {
  store.db = newDb();
});
afterEach(() => {
  store.db.dexie.close();
});

describe('unread messages', () => {
  it('are counted by numbers alone when the messages are not on the device', async () => {
    await converse({ last: 4_000, seen: 3_900 });
    expect(await listConversations(store.db, ME)).toMatchObject([
      { id: PLACE, unread: 100, seen: 3_900, lastSeq: 4_000 },
    ]);
  });

  it('are messages of others that are not deleted', async () => {
    await converse({ last: 4, seen: 0 });
    await putMessage(1, { author: OTHER });
    await putMessage(2, { author: ME });
    await putMessage(3, { author: OTHER, deleted: true, text: '' });
    await putMessage(4, { author: OTHER });
    expect(await listConversations(store.db, ME)).toMatchObject([{ unread: 2 }]);
  });

  it('[WIN-1] do not contain own messages that are older than those on the device', async () => {
    await converse({ last: 110, seen: 10, own: 52 });
    for (let seq = 61; seq <= 110; seq += 1) await putMessage(seq, { author: OTHER });
    await putMessage(109, { id: '109-', author: ME });
    await putMessage(110, { id: '110-', author: ME });
    expect(await listConversations(store.db, ME)).toMatchObject([{ unread: 48 }]);
    await putMessage(108, { id: '108-', author: OTHER, deleted: true, text: '' });
    expect(await listConversations(store.db, ME)).toMatchObject([{ unread: 47 }]);
    await converse({ last: 4_000, seen: 10, own: 90 });
    expect(await listConversations(store.db, ME)).toMatchObject([{ unread: 3_900 }]);
  });

  it('do not contain an own message that the server counted later than the device', async () => {
    await converse({ last: 3, seen: 1, own: 0 });
    await putMessage(2, { author: OTHER });
    await putMessage(3, { author: ME });
    expect(await listConversations(store.db, ME)).toMatchObject([{ unread: 1 }]);
  });

  it('are all messages before the first read, and none after the last', async () => {
    await converse({ last: 3, seen: undefined });
    expect(await listConversations(store.db, ME)).toMatchObject([{ unread: 3, seen: 0 }]);
    await converse({ last: 3, seen: 3 });
    expect(await listConversations(store.db, ME)).toMatchObject([{ unread: 0 }]);
  });
});

describe('unread messages of a channel', () => {
  it('begin where the person joined, also when an older build stored no such number', async () => {
    const group = '00000000-0000-7000-8000-000000000001';
    const scope = groupScope(group);
    await rows(store.db, conversations).put(
      conversations.parse({
        id: scope,
        scope,
        v: 1,
        last_seq: 9,
        last_at: '2026-11-21T09:00:00.000Z',
        low: null,
        high: null,
      }),
    );
    const member = {
      id: memberId(group, ME),
      scope,
      v: 1,
      group,
      organization_user: ME,
      created_at: '2026-11-21T08:00:00.000Z',
    };
    await rows(store.db, groupMembers).put({ ...member, since: 7 });
    expect(await listConversations(store.db, ME)).toMatchObject([{ unread: 2, seen: 7 }]);
    await store.db.dexie.table(groupMembers.table).put(member);
    expect(await listConversations(store.db, ME)).toMatchObject([{ unread: 9, seen: 0 }]);
    expect(await listGroupMembers(store.db, group)).toMatchObject([{ since: 0 }]);
  });
});

describe('messages of a conversation', () => {
  it('are numbered ones in order, followed by own ones without a number, as they were written', async () => {
    await putMessage(2, { text: 'Two' });
    await putMessage(0, { text: 'Later', created_at: '2026-11-21T09:00:02.000Z' });
    await putMessage(1, { text: 'One' });
    await putMessage(0, { text: 'Now', created_at: '2026-11-21T09:00:01.000Z' });
    expect(texts(await messagesBetween(store.db, PLACE, { from: 1, to: 10 }))).toEqual([
      'One',
      'Two',
    ]);
    expect(texts((await unnumberedMessages(store.db, PLACE)).messages)).toEqual(['Now', 'Later']);
    expect(await messageContext(store.db, 'org:1', PLACE)).toEqual({
      from: 1,
      last: 2,
      earlier: [],
    });
  });

  it('contain an own message either without a number or at the end with one', async () => {
    const endOf = async () => {
      const { own, newest, last } = await lastMessages(store.db, 'org:1', {
        conversation: PLACE,
        most: 2,
      });
      return [texts(newest), texts(own.messages), last];
    };
    for (const seq of [1, 2, 3]) await putMessage(seq, { text: `No ${seq}` });
    await putMessage(0, { id: 'mine', text: 'Mine' });
    expect(await endOf()).toEqual([['No 2', 'No 3'], ['Mine'], 3]);
    await putMessage(4, { id: 'mine', text: 'Mine' });
    expect(await endOf()).toEqual([['No 3', 'Mine'], [], 4]);
  });

  it('count as sent when the server has confirmed them, not while the outbox is unread', async () => {
    for (const id of ['taken', 'on its way', 'changed since', 'not in the outbox']) {
      await putMessage(0, { id });
    }
    const entry = (seq: number, id: string, state: OutboxItem['state']) =>
      renameItem(seq, id, { keys: [rowKey(messages.table, id)], state });
    await store.db.outbox.bulkAdd([
      entry(1, 'taken', 'acked'),
      entry(2, 'on its way', 'sending'),
      entry(3, 'changed since', 'acked'),
      entry(4, 'changed since', 'queued'),
    ]);
    expect([...(await unnumberedMessages(store.db, PLACE)).sent]).toEqual(['taken']);
  });

  it('are searched for all the words, the newest first, without deleted ones', async () => {
    await putMessage(1, { text: 'The ropes are dry' });
    await putMessage(2, { text: 'Dry socks, and no ropes' });
    await putMessage(3, { text: 'Ropes', deleted: true });
    await putMessage(0, { text: 'dry ROPES at last' });
    expect(texts(await searchMessages(store.db, PLACE, ' ropes  dry '))).toEqual([
      'dry ROPES at last',
      'Dry socks, and no ropes',
      'The ropes are dry',
    ]);
    expect(await searchMessages(store.db, PLACE, '   ')).toEqual([]);
  });
});

interface Conversing {
  readonly last: number;
  /** Undefined: the person has no read marker yet. */
  readonly seen: number | undefined;
  /** Own messages behind the read marker, as the server counts them. */
  readonly own?: number;
}

async function converse({ last, seen, own }: Conversing): Promise<void> {
  const shared = { scope: PLACE, v: 1 };
  await rows(store.db, conversations).put(
    conversations.parse({
      ...shared,
      id: PLACE,
      last_seq: last,
      last_at: '2026-11-21T09:00:00.000Z',
      low: ME,
      high: OTHER,
    }),
  );
  if (seen === undefined) return;
  await rows(store.db, messageMarks).put(
    messageMarks.parse({
      ...shared,
      id: messageMarkId(PLACE, ME),
      organization_user: ME,
      seen,
      delivered: seen,
      ...(own !== undefined && { own }),
    }),
  );
}

async function putMessage(seq: number, fields: Partial<Message>): Promise<void> {
  const row = messages.parse({
    id: `${seq}-${fields.text ?? ''}`,
    scope: PLACE,
    v: 1,
    seq,
    author: ME,
    text: 'words',
    reply_to: null,
    attachment: null,
    edited: false,
    deleted: false,
    created_at: '2026-11-21T09:00:00.000Z',
    ...fields,
  });
  await store.db.dexie.table(messages.table).put(withLocalKeys(messages, row));
}

function texts(found: readonly Message[]): readonly string[] {
  return found.map(({ text }) => text);
}
