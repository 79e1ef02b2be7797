import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { draftReader, draftsHere } from '../../../sync/store/drafts-here.ts';
import { openDrafts } from '../../../sync/store/drafts.ts';
import { newDeviceKey } from '../../../sync/store/device-key.ts';
import { sealedName } from '../../../sync/store/sealed-name.ts';
import { memoryJournal } from '../support/kept-store.ts';

let device: DeviceDb;

beforeEach(() => {
  device = deviceDb();
});
afterEach(() => device.dexie.delete());

const put = (account: string, form: string, fields: object) =>
  device.drafts.put({
    key: `${account}:${form}`,
    account,
    text: JSON.stringify(fields),
    at: 1,
  });

it('drafts of open and of closed accounts are read, without fields that nobody has changed', async () => {
  const journal = memoryJournal();
  await put('7:1', 'comment:1', { text: 'The stones are', 'start:text': '' });
  const note = { text: 'Wet', title: 'Ford', 'start:text': '', 'start:title': 'Ford' };
  const dated = { name: '', end_date: '2026-12-01', 'start:name': '', 'start:end_date': '' };
  await put('7:2', 'note:1', note);
  await put('7:2', 'task:1', dated);
  await put('7:2', 'note:2', { title: 'Same', 'start:title': 'Same' });
  const opened = new Map([['7:1', await openDrafts(device, '7:1', journal)]]);
  opened.get('7:1')?.write('comment:2', JSON.stringify({ text: 'Typed just now' }));
  const accounts = [
    { key: '7:1', dbName: 'cairn-7-1' },
    { key: '7:2', dbName: 'cairn-7-2' },
  ];
  const here = await draftsHere(device, accounts, draftReader(device, opened, journal));
  expect(here).toMatchObject({ typed: 4, stored: 5 });
  expect(here.texts.map(({ form, text }) => `${form} ${text}`).toSorted()).toEqual([
    'comment:1 The stones are',
    'comment:2 Typed just now',
    'note:1 Wet',
  ]);
});

it('drafts whose key nobody has are counted', async () => {
  await put('7:1', 'comment:1', { text: 'Encrypted' });
  await device.sealedDrafts.put({
    id: 'a',
    account: '7:1',
    to: 'lost',
    lock: 'lost',
    bytes: new Uint8Array([1]),
  });
  const accounts = [{ key: '7:1', dbName: sealedName(newDeviceKey().keyId, '7', '1') }];
  const read = draftReader(device, new Map(), memoryJournal());
  expect(await draftsHere(device, accounts, read)).toEqual({
    typed: 2,
    texts: [],
    stored: 2,
  });
});
