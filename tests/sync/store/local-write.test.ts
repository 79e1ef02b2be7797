import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { noteTags } from '../../../model/entities/note-tag.ts';
import { notes } from '../../../model/entities/note.ts';
import { cardMove } from '../../../model/mutations/card/card-move.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import { noteCreate } from '../../../model/mutations/note/note-create.ts';
import { noteDelete } from '../../../model/mutations/note/note-delete.ts';
import { noteEdit } from '../../../model/mutations/note/note-edit.ts';
import { noteTagCreate } from '../../../model/mutations/note/note-tag-create.ts';
import { newId, uuidSchema } from '../../../model/shared/ids.ts';
import { parseAt } from '../../../model/shared/parse.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { storeRejection } from '../../../sync/core/rejection.ts';
import type { Store } from '../../../sync/core/ports/store.ts';
import { forgetVersions } from '../../../sync/engine/former-epoch.ts';
import { type AccountDb, accountDb, rows } from '../../../sync/store/database.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { outboxItems } from '../../../sync/store/outbox-entries.ts';
import { writeLocally } from '../../../sync/store/local-write.ts';
import { retryItem } from '../../../sync/store/outbox-actions.ts';
import { ACTOR, cardRow, renameItem } from '../support/items.ts';
import { requestsOf } from '../support/requests.ts';

describe('a write on the device', () => {
  let db: AccountDb;
  let store: Store;
  const ids = {
    now: () => 1_772_442_000_000,
    randomBytes: (target: Uint8Array) => {
      target.set(randomBytes(target.length));
      return target;
    },
  };

  beforeEach(() => {
    db = accountDb('local', { indexedDB: new IDBFactory(), IDBKeyRange });
    store = dexieStore(db, ids);
  });

  const write = <Args>(mutation: Mutation<Args>, args: Args, actor: Actor = ACTOR) =>
    writeLocally(store, { prepared: mutation.prepare(args), actor, at: ids.now() });

  it('[CLIENT-2] view, base and outbox are written together', async () => {
    await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
    expect(await write(cardRename, { id: 'c', name: 'Doing' })).toBeUndefined();
    expect(await rows(db, cards).get('c')).toMatchObject({ name: 'Doing', v: 7, lane: 'p' });
    expect(await db.base.get('cards/c')).toMatchObject({ v: 7, row: { name: 'To do' } });
    expect(await db.outbox.toArray()).toMatchObject([
      { seq: 1, stream: 'org:1', state: 'queued', name: 'card-rename', keys: ['cards/c'] },
    ]);
  });

  it('a change of one row costs seven reads and four puts: the rule and the view share theirs, and no number is read between the puts', async () => {
    await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
    await write(noteTagCreate, { id: newId(ids), name: 'Rope' });
    const requests = await requestsOf(() => write(cardRename, { id: 'c', name: 'Doing' }));
    expect(requests.filter((request) => request.startsWith('put'))).toEqual([
      'put base',
      'put meta',
      'put cards',
      'put outbox',
    ]);
    expect(requests.filter((request) => !request.startsWith('put')).toSorted()).toEqual([
      'get base',
      // Once for the rule and the view, once to compare the new version with the old one.
      'get cards',
      'get cards',
      // The client and the writer.
      'get meta',
      'get meta',
      'get team_members',
      'getAll keys',
    ]);
    expect(requests.lastIndexOf('get meta')).toBeLessThan(requests.indexOf('put base'));
  });

  it('[CLIENT-2] a rule’s refusal leaves nothing behind', async () => {
    await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
    const other = { ...ACTOR, level: 'Member' };
    expect(await write(cardRename, { id: 'c', name: 'Doing' }, other)).toMatchObject({
      code: expect.any(String),
    });
    expect(await db.outbox.count()).toBe(0);
    expect(await db.base.count()).toBe(0);
    expect((await rows(db, cards).get('c'))?.name).toBe('To do');
  });

  it('[CLIENT-7] a store that a newer build has claimed is not written', async () => {
    await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
    await db.meta.put({ key: 'writer', minWriter: 99 });
    await expect(write(cardRename, { id: 'c', name: 'Doing' })).rejects.toMatchObject({
      code: 'schema_too_old',
    });
    expect((await rows(db, cards).get('c'))?.name).toBe('To do');
  });

  it('[ID-1] ids created on a device are UUIDs of version 7', () => {
    const id = newId(ids);
    expect(parseAt(uuidSchema, id)).toBe(id);
  });

  it('[ID-2.1] numbers that a nested transaction has claimed are not claimed again by its parent', async () => {
    const options = { tables: 'all', durability: 'on-disk' } as const;
    const claimed = await store.write(options, async (tx) => {
      const before = await tx.claimSeq();
      const nested = await store.write(options, (inner) => inner.claimSeq(2));
      return [before, nested, await tx.claimSeq()];
    });
    expect(claimed).toEqual([1, 2, 4]);
  });

  it('[ID-2.1] [ID-3.1] each mutation has its own number and the time only as a claim', async () => {
    const tag = newId(ids);
    await write(noteTagCreate, { id: tag, name: 'Ideas' });
    await write(noteTagCreate, { id: newId(ids), name: 'More' });
    expect((await db.outbox.toArray()).map(({ seq, at }) => [seq, at])).toEqual([
      [1, ids.now()],
      [2, ids.now()],
    ]);
    expect(await db.meta.get('client')).toMatchObject({ nextSeq: 3 });
    expect(await rows(db, noteTags).get(tag)).toMatchObject({ v: 0 });
  });

  it('[MUT-5.1] unsent edits of one row are one mutation', async () => {
    await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
    await write(cardRename, { id: 'c', name: 'Doing' });
    await write(cardRename, { id: 'c', name: 'Done' });
    expect(await db.outbox.toArray()).toMatchObject([{ seq: 1, args: { id: 'c', name: 'Done' } }]);
    expect((await rows(db, cards).get('c'))?.name).toBe('Done');
  });

  it('[MUT-5.1] an edit that needs a row created in between stays separate', async () => {
    const [tag, note] = [newId(ids), newId(ids)];
    await rows(db, notes).put(
      notes.parse({
        id: note,
        scope: 'user:1',
        v: 3,
        title: 'Rope',
        note: 'Buy',
        tags: '',
        created_by: '1',
        created_at: '2026-03-02T09:00:00Z',
      }),
    );
    await write(noteEdit, { id: note, title: 'Ropes' });
    await write(noteTagCreate, { id: tag, name: 'Ideas' });
    await write(noteEdit, { id: note, tags: tag });
    await write(noteEdit, { id: note, title: 'Long ropes' });
    expect((await db.outbox.toArray()).map(({ name, args }) => [name, args])).toEqual([
      ['note-edit', { id: note, title: 'Ropes' }],
      ['note-tag-create', { id: tag, name: 'Ideas' }],
      ['note-edit', { id: note, title: 'Long ropes', tags: tag }],
    ]);
  });

  it('a second edit of a row reads no other mutations, however many wait', async () => {
    await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
    await db.outbox.bulkPut(Array.from({ length: 50 }, (_, at) => renameItem(100 + at, `d${at}`)));
    await write(cardRename, { id: 'c', name: 'Doing' });
    const requests = await requestsOf(() => write(cardRename, { id: 'c', name: 'Done' }));
    expect(requests).toContain('getAll keys');
    expect(requests.filter((request) => /^(getAll|get) (outbox|seq)/.test(request))).toEqual([]);
  });

  it('[MUT-5.1] lines of the activity log stay with their mutation when it is merged, or rejected and tried again', async () => {
    await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
    const rename = (name: string, line: object) =>
      writeLocally(store, {
        prepared: cardRename.prepare({ id: 'c', name }),
        actor: ACTOR,
        at: ids.now(),
        lines: [line],
      });
    await rename('Doing', { id: 'one' });
    await rename('Done', { id: 'two' });
    const both = [{ id: 'one' }, { id: 'two' }];
    const [item] = await db.outbox.toArray();
    expect(item).toMatchObject({ seq: 1, lines: both });
    if (item === undefined) throw new Error('nothing was written');
    const reason = { code: 'forbidden', message: 'No', details: {} } as const;
    await store.write({ tables: 'all', durability: 'on-disk' }, (tx) =>
      storeRejection(tx, { items: [item], group: item.seq, reason, at: ids.now() }),
    );
    expect((await outboxItems(db))[0]).toMatchObject({ state: 'rejected', lines: both });
    await retryItem({ store, actor: ACTOR, at: ids.now() }, '1');
    expect(await db.outbox.toArray()).toMatchObject([{ seq: 2, lines: both }]);
  });

  it('[MUT-5.3] a sent mutation is frozen: the next edit is a new one', async () => {
    await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
    await write(cardRename, { id: 'c', name: 'Doing' });
    await db.outbox.update(1, { state: 'queued', tries: 1 });
    await write(cardRename, { id: 'c', name: 'Done' });
    expect((await db.outbox.toArray()).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('[WRITE-4.6] [MUT-5.1] each edit names the version that its author saw: one after a change of the server stays separate', async () => {
    await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
    await write(cardRename, { id: 'c', name: 'Doing' });
    await db.base.update('cards/c', { v: 9 });
    await write(cardRename, { id: 'c', name: 'Done' });
    await write(cardRename, { id: 'c', name: 'Finished' });
    expect((await db.outbox.toArray()).map(({ args, seen }) => [args, seen])).toEqual([
      [{ id: 'c', name: 'Doing' }, 7],
      [{ id: 'c', name: 'Finished' }, 9],
    ]);
  });

  it('[WRITE-4.6] [MUT-4.4] a rejected change that is tried again names what its author saw, but in a new epoch', async () => {
    const rejected = async () => {
      const [item] = await db.outbox.toArray();
      if (item === undefined) throw new Error('nothing is waiting');
      const reason = { code: 'forbidden', message: 'No', details: {} } as const;
      await store.write({ tables: 'all', durability: 'on-disk' }, (tx) =>
        storeRejection(tx, { items: [item], group: item.seq, reason, at: ids.now() }),
      );
      // What somebody else wrote has arrived since.
      await rows(db, cards).put(cards.parse(cardRow('c', 'Renamed by Ben', 9)));
      return String(item.seq);
    };
    await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
    await write(cardRename, { id: 'c', name: 'Doing' });
    await retryItem({ store, actor: ACTOR, at: ids.now() }, await rejected());
    expect(await db.outbox.toArray()).toMatchObject([{ seen: 7 }]);
    const entry = await rejected();
    await store.write({ tables: 'all', durability: 'on-disk' }, (tx) =>
      forgetVersions(tx, 'org:1'),
    );
    await retryItem({ store, actor: ACTOR, at: ids.now() }, entry);
    expect(await db.outbox.toArray()).toMatchObject([{ seen: 9 }]);
  });

  it('[WRITE-4.6] a row that only this device has was seen by nobody else', async () => {
    await write(noteTagCreate, { id: newId(ids), name: 'Rope' });
    const [item] = await db.outbox.toArray();
    expect(item).not.toHaveProperty('seen');
  });

  it('[WRITE-4.2] an edit names the version of an acked text only when it started from that text', async () => {
    const id = newId(ids);
    const named = { id, title: 'Wells', note: 'start', tags: newId(ids), other_tags: [] };
    const row = {
      ...named,
      scope: 'me',
      v: 3,
      created_by: '2',
      created_at: new Date(0).toISOString(),
    };
    await rows(db, notes).put(notes.parse(row));
    const edit = async (from: string, to: string) => {
      await write(noteEdit, { id, note: to, note_base: from });
      const last = (await db.outbox.toArray()).at(-1);
      await db.outbox.update(last?.seq ?? 0, { state: 'acked', tries: 1, v: 7 });
      return last?.ifMatch;
    };
    expect(await edit('start', 'one')).toBe(3);
    expect(await edit('one', 'two')).toBe(7);
    // Shown in another tab since before the first edit: what was written meanwhile is merged, not replaced.
    expect(await edit('of an earlier time', 'three')).toBe(0);
  });

  it('[EPOCH-1.7] in a new epoch, waiting mutations forget what their author saw', async () => {
    await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
    await write(cardRename, { id: 'c', name: 'Doing' });
    await store.write({ tables: 'all', durability: 'on-disk' }, (tx) =>
      forgetVersions(tx, 'org:1'),
    );
    const [item] = await db.outbox.toArray();
    expect(item).toMatchObject({ args: { id: 'c', name: 'Doing' } });
    expect(item).not.toHaveProperty('seen');
  });

  it('[MUT-5.1] an edit in between keeps two edits separate', async () => {
    await rows(db, cards).put(cards.parse(cardRow('c', 'To do', 7)));
    await write(cardRename, { id: 'c', name: 'Doing' });
    await write(cardMove, { id: 'c', rank: 'X' });
    await write(cardRename, { id: 'c', name: 'Done' });
    expect((await db.outbox.toArray()).map(({ name }) => name)).toEqual([
      'card-rename',
      'card-move',
      'card-rename',
    ]);
    expect(await rows(db, cards).get('c')).toMatchObject({ name: 'Done', rank: 'X' });
  });

  it('[MUT-5.2] a row that is created and removed before it was sent leaves no mutation', async () => {
    const tag = newId(ids);
    const note = newId(ids);
    await write(noteTagCreate, { id: tag, name: 'Ideas' });
    await write(noteCreate, { id: note, title: 'Rope', note: 'Buy', tags: tag });
    await write(noteEdit, { id: note, title: 'Ropes' });
    await write(noteDelete, { id: note });
    expect((await db.outbox.toArray()).map(({ name }) => name)).toEqual(['note-tag-create']);
    expect(await rows(db, notes).count()).toBe(0);
    expect((await db.base.toArray()).map(({ key }) => key)).toEqual([`note_tags/${tag}`]);
  });

  it('[MUT-5.2] a row that other rows refer to is not cancelled out: both mutations are sent', async () => {
    const tag = newId(ids);
    await write(noteTagCreate, { id: tag, name: 'Ideas' });
    await db.outbox.update(1, { tries: 1 });
    const note = newId(ids);
    await write(noteCreate, { id: note, title: 'Rope', note: 'Buy', tags: tag });
    await db.outbox.update(2, { tries: 1 });
    await write(noteDelete, { id: note });
    expect((await db.outbox.toArray()).map(({ name }) => name)).toEqual([
      'note-tag-create',
      'note-create',
      'note-delete',
    ]);
    expect(await rows(db, notes).count()).toBe(0);
  });

  it('[CLIENT-1.1] an account has its own database, with the engine’s tables beside the rows', () => {
    const names = db.dexie.tables.map(({ name }) => name);
    for (const name of ['meta', 'streams', 'base', 'outbox', 'rejected', 'journal', 'tasks']) {
      expect(names).toContain(name);
    }
  });
});
