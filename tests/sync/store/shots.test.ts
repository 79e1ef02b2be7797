import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLOSED } from '../../../sync/store/closing.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import { keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import { keepUnsentOnly } from '../../../sync/store/keep-unsent.ts';
import { unsentOf } from '../../../sync/store/prepare.ts';
import { openStore, sealStore } from '../../../sync/store/seal-kept.ts';
import { sealedName } from '../../../sync/store/sealed-name.ts';
import {
  dropShots,
  keepShot,
  shotsFor,
  shotsWithoutPlace,
  SHOT_BYTES,
} from '../../../sync/store/shots.ts';
import { newSealingKeys } from '../support/kept-store.ts';

let factory: IDBFactory;
let db: AccountDb;
const open = (name = 'account') => accountDb(name, { indexedDB: factory, IDBKeyRange });
beforeEach(() => {
  factory = new IDBFactory();
  db = open();
});
afterEach(() => vi.restoreAllMocks());

const keep = (id: string, content: File, at = 1, place = 'task:1') =>
  keepShot(db, { id, content, at, place });

const photo = (text: string, fields = {}) =>
  Object.assign(new File([text], `${text}.jpg`, { type: 'image/jpeg' }), fields);

const names = async (place = 'task:1') => (await shotsFor(db, place)).map(({ name }) => name);

describe('photos and recordings that are not attached yet', () => {
  it('are in the place that they were taken for after the tab was killed, with all that is stored with them', async () => {
    const place = 'geo:1,2;u=3';
    await keep('a', photo('First', { takenAt: '2026-11-27T10:00:00.000Z', place }), 1);
    await keep('b', photo('Other'), 2, 'comment:1');
    const large = new Uint8Array(2_500_000).map((_byte, index) => index % 251);
    const note = new File([large], 'Note.webm', { type: 'audio/webm' });
    await keep('c', Object.assign(note, { durationMs: 1_200, peaks: '0f' }), 3);
    db.dexie.close();
    db = open();
    const [first, second] = await shotsFor(db, 'task:1');
    expect(first).toMatchObject({ name: 'First.jpg', type: 'image/jpeg', shot: 'a', place });
    expect(first).toMatchObject({ takenAt: '2026-11-27T10:00:00.000Z' });
    expect(await first?.text()).toBe('First');
    expect(second).toMatchObject({ type: 'audio/webm', durationMs: 1_200, peaks: '0f' });
    expect(new Uint8Array((await second?.arrayBuffer()) ?? [])).toEqual(large);
    expect(await names('comment:1')).toEqual(['Other.jpg']);
    expect(await unsentOf(db)).toBe(0);
  });

  it('a drawing comes back in place of its photo, with the photo behind it', async () => {
    const original = photo('Well');
    await keep('a', original);
    Object.assign(original, { shot: 'a' });
    await keep('b', photo('Drawn', { original }), 2);
    const redrawn = photo('Redrawn', { original });
    await keep('b', redrawn, 3);
    const [shown, ...others] = await shotsFor(db, 'task:1');
    expect([shown?.name, others]).toEqual(['Redrawn.jpg', []]);
    expect(shown).toMatchObject({ original: { name: 'Well.jpg' } });
    await dropShots(db, ['a']);
    const [alone] = await shotsFor(db, 'task:1');
    expect(Reflect.get(alone ?? {}, 'original')).toBeUndefined();
    await dropShots(db, ['b']);
    expect([await names(), await db.blobParts.count()]).toEqual([[], 0]);
  });

  it('a drawing on a file of somebody else still names that file', async () => {
    await keep('a', photo('Drawn', { original: 'file-1' }), 1, 'comment:1');
    const [drawing] = await shotsFor(db, 'comment:1');
    expect(drawing).toMatchObject({ name: 'Drawn.jpg', original: 'file-1' });
  });

  it('a longer version of a recording has the id of the one before, which an open tab may already offer', async () => {
    await keep('a', photo('First second'));
    const [offered] = await shotsFor(db, 'task:1');
    await keep('a', photo('First and second'), 2);
    const [now, ...others] = await shotsFor(db, 'task:1');
    expect([await now?.text(), others]).toEqual(['First and second', []]);
    expect(now).toMatchObject({ shot: Reflect.get(offered ?? {}, 'shot') });
    expect(await db.blobParts.count()).toBe(1);
  });

  it('nothing is dropped to make room: a shot over the limit is refused', async () => {
    await keep('a', photo('First'));
    await db.blobs.update('a', { size: SHOT_BYTES - 3 });
    expect(await keep('b', photo('Second'))).toMatchObject({ code: 'storage_full' });
    expect(await names()).toEqual(['First.jpg']);
    expect(await keep('c', photo('abc'))).toBeUndefined();
  });

  it('a full disk refuses the next one and leaves those before', async () => {
    await keep('a', photo('First'));
    vi.spyOn(db.blobs, 'put').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    expect(await keep('b', photo('Second'))).toMatchObject({ code: 'storage_full' });
    expect([await names(), await db.blobParts.count()]).toEqual([['First.jpg'], 1]);
  });

  it('[decision 0088] whose task or group is gone are listed, none while a download is not complete', async () => {
    const { tasks: kept, groups } = {
      tasks: db.dexie.table('tasks'),
      groups: db.dexie.table('groups'),
    };
    await kept.put({ id: '1', scope: 'project:1', v: 1 });
    await groups.put({ id: '5', scope: 'directory', v: 1 });
    for (const place of ['task:1', 'comment:1', 'chat:group:5', 'chat:direct:1:2']) {
      await keep(place, photo(`Kept ${place.replaceAll(':', ' ')}`), 1, place);
    }
    await keep('a', photo('Task'), 2, 'task:2');
    await keep('b', photo('Comment'), 3, 'comment:2');
    await keep('c', photo('Group'), 4, 'chat:group:6');
    await db.dexie.table('projects').put({ id: '3', scope: 'project:3', v: 1 });
    for (const place of ['form:done:1', 'form:task:3:single', 'form:add-project']) {
      await keep(place, photo(`Kept ${place.replaceAll(':', ' ')}`), 1, place);
    }
    await keep('d', photo('Done'), 5, 'form:done:2');
    await keep('e', photo('New task'), 6, 'form:task:4:single');
    await keep('f', photo('Composed task'), 7, 'form:task:5:line');
    const left = async () => (await shotsWithoutPlace(db)).map(({ name }) => name);
    const stream = { stream: 'org:1', epoch: 'e', cursor: 1, complete: 1, scopes: {} };
    await db.dexie.table('streams').put({ ...stream, stream: 'user:1' });
    const download = { reason: 'refill', done: 0, total: 1, run: '' };
    await db.dexie.table('streams').put({ ...stream, download });
    expect(await left()).toEqual([]);
    await db.dexie.table('streams').put({ ...stream, summarized: ['project:9'] });
    const forms = ['New task.jpg', 'Composed task.jpg'];
    expect(await left()).toEqual(['Group.jpg', ...forms]);
    await db.dexie.table('streams').put(stream);
    expect(await left()).toEqual(['Task.jpg', 'Comment.jpg', 'Group.jpg', 'Done.jpg', ...forms]);
  });

  it('a store that is being removed gets none', async () => {
    await db.meta.put({ key: 'writer', minWriter: CLOSED });
    expect(await keep('a', photo('First'))).toMatchObject({ code: 'schema_too_old' });
    expect(await db.blobs.count()).toBe(0);
  });

  it('[CLIENT-9] stay with the unsent work of a person who is not signed in, encrypted, and return', async () => {
    const keys = await newSealingKeys();
    await keep('a', photo('First'));
    await keepUnsentOnly(db);
    await sealStore(db, keys.public_key);
    expect([await db.blobs.count(), await db.blobParts.count()]).toEqual([0, 0]);
    await openStore(db, keys);
    expect(await names()).toEqual(['First.jpg']);
  });

  it('are encrypted on a shared computer', async () => {
    const shared = newDeviceKey();
    const release = keepKey(shared.keyId, shared.key);
    db = open(sealedName(shared.keyId, '7', '1'));
    await keep('a', photo('Secret'));
    const raw = await rawRows(db.dexie.backendDB());
    expect(raw).toContain('$sealed');
    expect(raw).not.toContain('Secret');
    expect(await names()).toEqual(['Secret.jpg']);
    release();
  });
});

/** Rows of the tables of files as they are on the disk, bytes as text. */
async function rawRows(database: IDBDatabase): Promise<string> {
  const all = ['blobs', 'blobParts'].map(
    (table) =>
      new Promise<unknown[]>((resolve) => {
        const request = database.transaction(table).objectStore(table).getAll();
        request.onsuccess = () => resolve(request.result);
      }),
  );
  return JSON.stringify(await Promise.all(all), (_key, value: unknown) => {
    if (value instanceof Uint8Array) return new TextDecoder().decode(value);
    return value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value;
  });
}
