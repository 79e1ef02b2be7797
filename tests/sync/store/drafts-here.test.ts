import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { draftsHere } from '../../../sync/store/drafts-here.ts';
import { type DraftJournal, openDrafts, restoredKey } from '../../../sync/store/drafts.ts';
import { keepKey, newDeviceKey } from '../../../sync/store/device-key.ts';
import { draftCodec } from '../../../sync/store/draft-codec.ts';
import { sealedName } from '../../../sync/store/sealed-name.ts';
import { memoryJournal } from '../support/kept-store.ts';

let device: DeviceDb;
let journal: DraftJournal;

beforeEach(() => {
  device = deviceDb();
  journal = memoryJournal();
});
afterEach(() => device.dexie.delete());

const ACCOUNT = { key: '7:1', dbName: 'cairn-account-7-1' };
const fields = (text: string) => JSON.stringify({ text, 'start:text': '' });
const put = (form: string, values: object, account = ACCOUNT.key) =>
  device.drafts.put({ key: `${account}:${form}`, account, text: JSON.stringify(values), at: 1 });
const texts = async () => {
  const here = await draftsHere(device, [ACCOUNT], journal);
  return here.texts.toSorted();
};

describe('[CLIENT-14.5] half-typed texts of a person', () => {
  it('are those of all accounts, without fields that nobody has changed and fields that are no text', async () => {
    await put('comment:1', { text: 'The stones are', 'start:text': '' });
    const note = { title: 'Ford', text: 'Wet', base: 'Dry', 'start:title': 'Ford' };
    await put('note-edit:1', { ...note, 'start:text': 'Dry', 'start:base': 'Dry' }, '7:2');
    const task = { name: 'Bridge', description: 'Ten planks', end_date: '2026-12-01' };
    await put('task:1:single', { ...task, 'start:name': '', 'start:description': '' }, '7:2');
    await put('note-edit:2', { title: 'Same', 'start:title': 'Same' }, '7:2');
    await put('drawing:1', { shapes: '[1]', 'start:shapes': '' });
    const other = { key: '7:2', dbName: 'cairn-account-7-2' };
    const here = await draftsHere(device, [ACCOUNT, other], journal);
    expect(here.texts.toSorted()).toEqual(['Bridge\nTen planks', 'The stones are', 'Wet']);
    expect([here.typed, here.stored.size]).toEqual([4, 5]);
  });

  it('are as another tab has left them', async () => {
    const [here, other] = [
      await openDrafts(device, ACCOUNT.key, journal),
      await openDrafts(device, ACCOUNT.key, journal),
    ];
    here.write('comment:1', fields('Sent by the other tab'));
    await expect.poll(texts).toEqual(['Sent by the other tab']);
    const later = await openDrafts(device, ACCOUNT.key, journal);
    later.remove('comment:1');
    other.write('comment:2', fields('Begun in the other tab'));
    await expect.poll(texts).toEqual(['Begun in the other tab']);
  });

  it('have another mark after each change', async () => {
    const drafts = await openDrafts(device, ACCOUNT.key, journal);
    drafts.write('comment:1', fields('Half'));
    await expect.poll(texts).toEqual(['Half']);
    const { stored } = await draftsHere(device, [ACCOUNT], journal);
    drafts.write('comment:1', fields('Half a'));
    await expect.poll(texts).toEqual(['Half a']);
    const after = await draftsHere(device, [ACCOUNT], journal);
    expect(after.stored.size).toBe(1);
    expect([...after.stored].filter((mark) => stored.has(mark))).toEqual([]);
  });

  it('are shown when local storage alone has them', async () => {
    const entry = JSON.stringify({ at: 5, text: fields('The last key presses') });
    journal.setItem(`cairn-draft:${ACCOUNT.key}:comment:1`, entry);
    expect(await texts()).toEqual(['The last key presses']);
  });

  it('are shown beside a decrypted one of the same form', async () => {
    const { key, dbName } = ACCOUNT;
    await put('comment:1', { text: 'Newer', 'start:text': '' });
    const form = restoredKey(`${key}:comment:1`);
    await device.drafts.put({ key: form, account: key, text: fields('Older'), at: 1 });
    expect((await draftsHere(device, [{ key, dbName }], journal)).texts).toEqual([
      'Newer',
      'Older',
    ]);
  });

  it('are decrypted while a page has the key, and counted without it', async () => {
    const { keyId, key } = newDeviceKey();
    const sealed = { key: '7:1', dbName: sealedName(keyId, '7', '1') };
    const codec = draftCodec(key);
    const drafts = await openDrafts(device, sealed.key, journal, { codec });
    drafts.write('comment:1', fields('Secret'));
    await device.sealedDrafts.put({
      id: 'a',
      account: sealed.key,
      to: 'lost',
      lock: 'lost',
      bytes: new Uint8Array([1]),
    });
    await expect.poll(() => device.drafts.count()).toBe(1);
    const release = keepKey(keyId, key);
    expect(await draftsHere(device, [sealed], journal)).toMatchObject({
      typed: 2,
      texts: ['Secret'],
    });
    release();
    expect(await draftsHere(device, [sealed], journal)).toMatchObject({ typed: 2, texts: [] });
  });
});
