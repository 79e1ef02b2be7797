import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cards } from '../../../model/entities/card.ts';
import { comments } from '../../../model/entities/comment.ts';
import { files } from '../../../model/entities/file.ts';
import { todos } from '../../../model/entities/todo.ts';
import { cardRename } from '../../../model/mutations/card/card-rename.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { commentCreate } from '../../../model/mutations/comment/comment-create.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { refuse } from '../../../model/shared/errors.ts';
import { message } from '../../../model/shared/message.ts';
import type { OutboxItem } from '../../../sync/core/ports/outbox.ts';
import { accountDb, rows } from '../../../sync/store/database.ts';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { discardItem } from '../../../sync/store/outbox-actions.ts';
import { importUnsent } from '../../../sync/store/import-unsent.ts';
import { keepShot, shotsFor } from '../../../sync/store/shots.ts';
import { copyOfDeparture, copyUnsent } from '../../../sync/store/unsent-copy.ts';
import { addTask, hire, join } from '../../server/support/team.ts';
import { type Device, recordOf } from '../support/device.ts';
import { type Setup, setUp, taskOn } from '../support/setup.ts';
import { large, picked, type Uploads, uploadsOf } from '../support/upload-queue.ts';

const PHOTO = new Uint8Array([7, 8, 9]);
/** Name of a store that was replaced (CLIENT-6.2). */
const FORMER = 'former';

describe('a downloaded copy of unsent work with files', () => {
  let setup: Setup;
  let factory: IDBFactory;
  let known: DeviceDb;
  let here: Device;
  let uploads: Uploads;
  let task: string;
  beforeEach(async () => {
    setup = await setUp();
    task = await addTask(setup.team, setup.team.founder);
    factory = new IDBFactory();
    known = deviceDb({ indexedDB: new IDBFactory(), IDBKeyRange });
    await known.accounts.put(recordOf(setup.team.founder));
    here = setup.device(setup.team.founder, { factory });
    await here.sync();
    uploads = uploadsOf(here, setup.team, setup.team.founder);
  });
  afterEach(() => setup.end());

  const copyOf = (draftsOf = async () => [{ id: 'a', text: '' }].slice(1), former?: IDBFactory) =>
    copyUnsent(known, [recordOf(setup.team.founder)], {
      open: (name) =>
        former !== undefined && name === FORMER
          ? accountDb(here.record.dbName, { indexedDB: former, IDBKeyRange })
          : accountDb(name, { indexedDB: factory, IDBKeyRange }),
      draftsOf,
    });
  /** The server has refused this waiting change: it is listed with its reason. */
  const refused = async (item: OutboxItem | undefined) => {
    if (item === undefined) throw new Error('nothing is waiting');
    const { seq, keys } = item;
    const reason = refuse('forbidden', 'You do not have permission');
    await here.db.outbox.delete(seq);
    const entry = { seq, group: seq, keys, item, reason, rejectedAt: 1, base: null, local: null };
    await here.db.rejected.put(entry);
  };
  const waiting = () => here.db.outbox.orderBy('seq').toArray();
  const comment = (attachment: string) =>
    here.mutate(commentCreate, {
      id: here.newId(),
      task,
      project: setup.team.project,
      comment: 'See the photo',
      attachment,
    });
  const otherDevice = async () => {
    const other = setup.device();
    await other.sync();
    return other;
  };
  const importOn = async (device: Device, copy: Blob, drafts?: Map<string, string>) =>
    importUnsent(copy, {
      record: device.record,
      db: device.db,
      ...(await device.actions()),
      drafts: drafts && {
        read: (form) => drafts.get(form),
        write: (form, text) => void drafts.set(form, text),
      },
    });

  it('[MUT-10.1] has the bytes of a photo that was not sent, which another device uploads', async () => {
    const id = await picked(uploads, large());
    await comment(id);
    const { file, missing } = await copyOf();
    expect(missing).toEqual([]);
    const other = await otherDevice();
    expect(await importOn(other, file)).toMatchObject({ imported: 2, known: 0, refused: [] });
    await expectUploaded(other, id, large());
    const [row] = await rows(other.db, comments).toArray();
    expect(row).toMatchObject({ comment: 'See the photo', attachment: id });
  });

  it('[MUT-10.2] a second import, and one on the device that has the file, change nothing', async () => {
    const id = await picked(uploads, PHOTO);
    const { file } = await copyOf();
    const nothing = { imported: 0, known: 1, refused: [], shots: 0 };
    expect(await importOn(here, file)).toMatchObject(nothing);
    const other = await otherDevice();
    await importOn(other, file);
    expect(await importOn(other, file)).toMatchObject(nothing);
    await expectUploaded(other, id, PHOTO);
    expect(await importOn(await otherDevice(), file)).toMatchObject(nothing);
  });

  it('[MUT-10.5] is not applied again when its device has sent it: a later change of somebody else stays', async () => {
    await here.mutate(taskEdit, { id: task, name: 'Dig offline' });
    const { file } = await copyOf();
    await here.sync();
    const ben = await otherDevice();
    await ben.mutate(taskEdit, { id: task, name: 'Dig by Ben' });
    await ben.sync();
    await here.sync();
    for (const device of [here, await otherDevice()]) {
      expect(await importOn(device, file)).toMatchObject({ refused: [] });
      await device.sync();
      expect((await taskOn(device, task))?.name).toBe('Dig by Ben');
      expect(await device.db.outbox.count()).toBe(0);
    }
    expect(await overwritesAtServer()).toBe(0);
  });

  it('[MUT-10.5] has a change that was discarded here since, which replaces nothing unseen', async () => {
    const { card } = setup.team;
    await here.mutate(cardRename, { id: card, name: 'Renamed offline' });
    const { file } = await copyOf();
    const [{ seq } = { seq: 0 }] = await here.db.outbox.toArray();
    expect(await discardItem(await here.actions(), String(seq))).toBeUndefined();
    const person = await hire(setup.team, 'ben@example.org', 'Manager');
    await join(setup.team, person);
    const ben = setup.device(person);
    await ben.sync();
    await ben.mutate(cardRename, { id: card, name: 'Renamed by Ben' });
    await ben.sync();
    await here.sync();
    expect((await rows(here.db, cards).get(card))?.name).toBe('Renamed by Ben');
    expect(await importOn(here, file)).toMatchObject({ imported: 1, refused: [] });
    expect(await importOn(here, file)).toMatchObject({ imported: 1, refused: [] });
    expect(await here.db.outbox.count()).toBe(1);
    await here.sync();
    await ben.sync();
    expect((await rows(ben.db, cards).get(card))?.name).toBe('Renamed offline');
    expect(await overwritesAtServer()).toBe(1);
  });

  it('[MUT-10.5] has all changes of a replaced store and of the present one, in their order', async () => {
    const formerFactory = new IDBFactory();
    const former = setup.device(setup.team.founder, { factory: formerFactory });
    await former.sync();
    const { key } = recordOf(setup.team.founder);
    await known.former.put({ dbName: FORMER, account: key, unsent: 3 });
    const add = (device: Device, name: string) =>
      device.mutate(todoCreate, { id: device.newId(), name, rank: 'V', status: false });
    await former.mutate(taskEdit, { id: task, name: 'Dig first' });
    for (const name of ['Former 1', 'Former 2']) await add(former, name);
    for (const name of ['Present 1', 'Present 2', 'Present 3']) await add(here, name);
    await here.mutate(taskEdit, { id: task, name: 'Dig last' });
    const { file } = await copyOf(undefined, formerFactory);
    const other = await otherDevice();
    // Builds before wrote copies without the names of their stores.
    const old = (await file.text()).replaceAll(/,\s*"store": "[^"]*"/g, '');
    for (const [copy, imported, skipped] of [
      [file, 7, 0],
      [new Blob([old]), 0, 7],
    ] as const) {
      expect(await importOn(other, copy)).toMatchObject({ imported, known: skipped, refused: [] });
    }
    const third = await otherDevice();
    expect(await importOn(third, new Blob([old]))).toMatchObject({ imported: 7, refused: [] });
    for (const device of [other, third]) await device.sync();
    const names = (await rows(third.db, todos).toArray()).map(({ name }) => name).toSorted();
    expect(names).toEqual(['Former 1', 'Former 2', 'Present 1', 'Present 2', 'Present 3']);
    expect((await taskOn(third, task))?.name).toBe('Dig last');
  });

  it('[MUT-10.2] has the bytes of a file whose row has reached the server since', async () => {
    const id = await picked(uploads, PHOTO);
    const { file } = await copyOf();
    // Its device sends the row, and is lost before it has sent the bytes.
    await here.sync();
    const other = await otherDevice();
    expect((await rows(other.db, files).get(id))?.state).toBe('uploading');
    expect(await importOn(other, file)).toMatchObject({ imported: 1, refused: [] });
    await expectUploaded(other, id, PHOTO);
  });

  it('[MUT-10.5] applies a rejected change before the later ones that wait', async () => {
    await here.mutate(taskEdit, { id: task, name: 'Dig, refused' });
    await refused((await waiting())[0]);
    await here.mutate(taskEdit, { id: task, name: 'Dig, waiting' });
    const { file } = await copyOf();
    const other = await otherDevice();
    expect(await importOn(other, file)).toMatchObject({ imported: 2, refused: [] });
    expect((await taskOn(other, task))?.name).toBe('Dig, waiting');
    await other.sync();
    const third = await otherDevice();
    expect((await taskOn(third, task))?.name).toBe('Dig, waiting');
  });

  it('[MUT-10.5] has an edited text and what the person wrote after it, around a rejected change', async () => {
    const edit = (description: string, description_base: string) =>
      here.mutate(taskEdit, { id: task, description, description_base });
    await edit('By hand', '');
    await here.mutate(cardRename, { id: setup.team.card, name: 'Refused' });
    // Sent, as far as the device knows: the next edit does not become part of it.
    for (const { seq } of await waiting()) await here.db.outbox.update(seq, { tries: 1 });
    await edit('By hand, with a spade', 'By hand');
    await refused((await waiting())[1]);
    const { file } = await copyOf();
    const other = await otherDevice();
    expect(await importOn(other, file)).toMatchObject({ imported: 3, refused: [] });
    await other.sync();
    expect(await other.db.rejected.count()).toBe(0);
    const third = await otherDevice();
    expect((await taskOn(third, task))?.description).toBe('By hand, with a spade');
  });

  it('[MUT-10.1] has the bytes of a file whose row the server has, also of a refused one', async () => {
    const id = await picked(uploads, PHOTO);
    await here.sync();
    await here.db.blobs.update(id, {
      state: 'refused',
      reason: { code: 'invalid', message: 'No' },
    });
    const { file } = await copyOf();
    const other = await otherDevice();
    expect((await rows(other.db, files).get(id))?.state).toBe('uploading');
    expect(await importOn(other, file)).toMatchObject({ imported: 1, refused: [] });
    await expectUploaded(other, id, PHOTO);
  });

  it('[MUT-10.1] [FILE-3] has the bytes of an uploaded file that only an unsent change refers to', async () => {
    const id = await picked(uploads, PHOTO);
    await expectUploaded(here, id, PHOTO);
    await comment(id);
    const { file } = await copyOf();
    const paths = Object.keys(unzipSync(new Uint8Array(await file.arrayBuffer())));
    expect(paths.filter((path) => path.startsWith('files/'))).toHaveLength(1);
    const other = await otherDevice();
    expect(await importOn(other, file)).toMatchObject({ imported: 1, refused: [] });
  });

  it('[MUT-10.3] has photos that are not attached, with drawings, and half-typed texts', async () => {
    const original = new File([PHOTO], 'Well.jpg', { type: 'image/jpeg' });
    const place = `task:${task}`;
    await keepShot(here.db, { id: 'a', content: original, at: 1, place });
    Object.assign(original, { shot: 'a' });
    const drawn = Object.assign(new File(['Drawn'], 'Well.jpg'), { original, takenAt: '2026' });
    await keepShot(here.db, { id: 'b', content: drawn, at: 2, place });
    const typed = { id: 'comment:1', text: '{"text":"Half","start:text":""}' };
    const { file } = await copyOf(async () => [typed, { id: 'todo-add', text: '{"name":"x"}' }]);
    const other = await otherDevice();
    const forms = new Map([['todo-add', 'typed here']]);
    const report = await importOn(other, file, forms);
    expect(report).toMatchObject({ imported: 0, known: 0, refused: [], shots: 2, drafts: 1 });
    expect([...forms]).toEqual([
      ['todo-add', 'typed here'],
      [typed.id, typed.text],
    ]);
    const [shot, ...more] = await shotsFor(other.db, place);
    expect(more).toEqual([]);
    expect(shot).toMatchObject({
      name: 'Well.jpg',
      takenAt: '2026',
      original: { type: 'image/jpeg' },
    });
    expect(await shot?.text()).toBe('Drawn');
    expect(await importOn(other, file)).toMatchObject({ known: 2, shots: 0, drafts: 0 });
  });

  it('[MUT-10.1] can be read without Cairn, and read again after it was packed again in a folder', async () => {
    await comment(await picked(uploads, PHOTO, 'Well.jpg'));
    const { file } = await copyOf(async () => [
      { id: 'comment:1', text: '{"text":"Half","start:text":""}' },
    ]);
    const entries = unzipSync(new Uint8Array(await file.arrayBuffer()));
    expect(entries['files/Well.jpg']).toEqual(PHOTO);
    const text = new TextDecoder().decode(entries['unsent.json']);
    expect(JSON.parse(text).accounts).toMatchObject([{ drafts: [{ typed: 'Half' }] }]);
    const packed = Object.entries(entries).map(([path, bytes]) => [`copy/${path}`, bytes]);
    const again = new Blob([new Uint8Array(zipSync(Object.fromEntries(packed), { level: 9 }))]);
    expect(await importOn(await otherDevice(), again)).toMatchObject({ imported: 2, refused: [] });
  });

  it('[MUT-10.4] adds no file without bytes, of an older copy: the text arrives without it', async () => {
    const id = await picked(uploads, PHOTO, 'Well.jpg');
    await comment(id);
    const { file } = await copyOf();
    const entries = unzipSync(new Uint8Array(await file.arrayBuffer()));
    const copy = JSON.parse(new TextDecoder().decode(entries['unsent.json']));
    for (const account of copy.accounts) Reflect.deleteProperty(account, 'files');
    const other = await otherDevice();
    const report = await importOn(other, new Blob([JSON.stringify(copy)]));
    expect(report).toMatchObject({
      imported: 1,
      refused: [
        { what: { values: { name: 'Well.jpg' } }, why: expect.stringMatching(/not contain/) },
      ],
    });
    await other.sync();
    expect(await rows(other.db, files).count()).toBe(0);
    const [row] = await rows(other.db, comments).toArray();
    expect(row).toMatchObject({ comment: 'See the photo', attachment: null });
    expect(await other.db.rejected.count()).toBe(0);
  });

  it('[MUT-10.4] reports a file with bytes missing, and refuses an archive that is cut', async () => {
    const id = await picked(uploads, large(), 'Well.jpg');
    const { file } = await copyOf();
    const cut = file.slice(0, file.size - 40);
    const other = await otherDevice();
    await expect(importOn(other, cut)).rejects.toMatchObject({ code: 'invalid' });
    await expect(importOn(other, new Blob([zipSync({ 'a.txt': strToU8('a') })]))).rejects.toThrow(
      'not a copy',
    );
    expect([await other.db.outbox.count(), await other.db.blobs.count()]).toEqual([0, 0]);
    await here.db.blobParts.delete([id, 1]);
    const { missing } = await copyOf();
    expect(missing).toEqual([{ organization: here.record.orgName, unsent: 1 }]);
  });

  it('[MUT-10.4] leaves the bytes of a refused file in the copy', async () => {
    const id = await picked(uploads, PHOTO);
    const entries = unzipSync(new Uint8Array(await (await copyOf()).file.arrayBuffer()));
    const text = new TextDecoder().decode(entries['unsent.json']);
    // Refused by the rule: only a sound has a length.
    const silent = text
      .replaceAll('"media_type"', '"duration_ms": 5, "media_type"')
      // A copy of an older build: its changes are applied as new ones.
      .replaceAll('"keySeq"', '"unknown"');
    const zip = zipSync({ ...entries, 'unsent.json': strToU8(silent) });
    const other = await otherDevice();
    const report = await importOn(other, new Blob([new Uint8Array(zip)]));
    expect(report).toMatchObject({ imported: 0, refused: [{}] });
    expect([await other.db.blobs.get(id), await other.db.blobParts.count()]).toEqual([
      undefined,
      0,
    ]);
  });

  it('[MUT-10.1] [CLIENT-10.6] a copy of a departure has its files', async () => {
    const id = await picked(uploads, PHOTO);
    const local = await here.db.blobs.get(id);
    const [{ name, args } = { name: '', args: {} }] = await here.db.outbox.toArray();
    const { userId, orgId, orgName, displayName } = here.record;
    const entry = { description: message('File'), text: '', at: 1 };
    const entries = [
      { ...entry, file: { name: 'rope.bin', content: new Blob([PHOTO]), ...(local && { local }) } },
      { ...entry, file: { name: 'of an older build', content: new Blob(['a']) } },
    ];
    const copy = await copyOfDeparture({
      id: 'one',
      userId,
      orgId,
      orgName,
      displayName,
      reason: 'deactivated',
      at: 1,
      lost: 0,
      kept: [{ dbName: 'one', entries, mutations: [{ name, args }] }],
    });
    const other = await otherDevice();
    expect(await importOn(other, copy)).toMatchObject({ imported: 1, refused: [] });
    await expectUploaded(other, id, PHOTO);
  });

  async function overwritesAtServer(): Promise<number> {
    const { db } = setup.team.app.services.database;
    return (await db.selectFrom('overwrites').selectAll().execute()).length;
  }

  async function expectUploaded(device: Device, id: string, bytes: Uint8Array): Promise<void> {
    await device.sync();
    const up = uploadsOf(device, setup.team, setup.team.founder);
    up.queue.start();
    await up.until(id, 'kept');
    await device.sync();
    const row = await rows(device.db, files).get(id);
    expect(row).toMatchObject({ state: 'stored', size: bytes.length });
    expect(await device.db.outbox.count()).toBe(0);
  }
});
