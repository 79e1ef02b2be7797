import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { type Drafts, openDrafts } from '../../../sync/store/drafts.ts';
import { changeElsewhere } from '../../../sync/store/drafts-elsewhere.ts';

const ACCOUNT = '7:1';

describe('drafts', () => {
  let device: DeviceDb;
  let journal: Storage;
  beforeEach(() => {
    device = deviceDb({ indexedDB: new IDBFactory(), IDBKeyRange });
    journal = memoryStorage();
  });

  const open = () => openDrafts(device, ACCOUNT, journal);
  /** Nobody types in two tabs within a millisecond. */
  const later = () => new Promise((resolve) => void setTimeout(resolve, 2));
  const saved = () => expect.poll(() => journal.length).toBe(0);

  it('survive a reload before they were on the disk', async () => {
    const drafts = await open();
    drafts.write('todo', 'Half a');
    drafts.write('todo', 'Half a thought');
    journal = memoryStorage(journal);
    device = deviceDb({ indexedDB: new IDBFactory(), IDBKeyRange });
    expect((await open()).read('todo')).toBe('Half a thought');
    await saved();
    expect(await device.drafts.count()).toBe(1);
  });

  it('survive a kill that lost the local storage', async () => {
    (await open()).write('todo', 'Half a thought');
    await saved();
    journal = memoryStorage();
    expect((await open()).read('todo')).toBe('Half a thought');
  });

  it('on the disk take precedence over an older local storage', async () => {
    const drafts = await open();
    drafts.write('todo', 'Half a');
    const stale = memoryStorage(journal);
    drafts.write('todo', 'Half a thought');
    await saved();
    journal = stale;
    expect((await open()).read('todo')).toBe('Half a thought');
    await saved();
  });

  it('that were sent do not return after a reload', async () => {
    const drafts = await open();
    drafts.write('comment:1', 'Sent');
    await saved();
    const rows = await device.drafts.toArray();
    drafts.remove('comment:1');
    const before = memoryStorage(journal);
    await saved();
    expect(await device.drafts.count()).toBe(0);
    // Closed before the deletion was on the disk.
    await device.drafts.bulkPut(rows);
    journal = before;
    expect((await open()).read('comment:1')).toBeUndefined();
    await saved();
    expect(await device.drafts.count()).toBe(0);
  });

  it('of another account are not read, and a full local storage does no harm', async () => {
    journal.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const drafts = await open();
    drafts.write('todo', 'Mine');
    await expect.poll(() => device.drafts.count()).toBe(1);
    expect((await open()).read('todo')).toBe('Mine');
    expect((await openDrafts(device, '8:1', journal)).read('todo')).toBeUndefined();
  });

  it('[CLIENT-14.1] of another tab stay when this tab sends the same form', async () => {
    const [here, there] = [await open(), await open()];
    here.write('comment:1', 'A short note');
    await later();
    there.write('comment:1', 'An hour of typing');
    await saved();
    here.remove('comment:1');
    await saved();
    expect((await open()).read('comment:1')).toBe('An hour of typing');
  });

  it('[CLIENT-14.1] of another tab stay before they are on the disk, and when this tab is closed at once', async () => {
    const [here, there] = [await open(), await open()];
    here.write('comment:1', 'A short note');
    await saved();
    await later();
    there.write('comment:1', 'An hour of typing');
    here.remove('comment:1');
    // Both tabs are killed before anything is on the disk.
    const [row] = await device.drafts.toArray();
    expect(row?.text).toBe('A short note');
    const before = memoryStorage(journal);
    await saved();
    await device.drafts.bulkPut(row === undefined ? [] : [row]);
    journal = before;
    expect((await open()).read('comment:1')).toBe('An hour of typing');
    await saved();
    // Closed before its deletion is on the disk: the other tab types on, and is killed as well.
    const last = await open();
    last.remove('comment:1');
    const closed = memoryStorage(journal);
    await saved();
    const key = `${ACCOUNT}:comment:1`;
    await device.drafts.put({ key, account: ACCOUNT, text: 'Typed on', at: Date.now() - 1 });
    journal = closed;
    expect((await open()).read('comment:1')).toBe('Typed on');
    await saved();
    expect(await device.drafts.count()).toBe(1);
  });

  it('[CLIENT-14.1] are removed by the tab that sends them, also when another tab has opened since', async () => {
    const here = await open();
    here.write('comment:1', 'Sent');
    // It stores what is in local storage, as the first tab may be gone.
    await open();
    await saved();
    here.remove('comment:1');
    await saved();
    expect(await device.drafts.count()).toBe(0);
  });

  it('[CLIENT-14.2] that a killed tab began with a restored one do not return with it', async () => {
    const key = `restored:${ACCOUNT}:comment:1`;
    await device.drafts.put({ key, account: ACCOUNT, text: 'Half a', at: 5 });
    const entry = JSON.stringify({ at: 6, text: 'Half a thought', restored: 5 });
    journal.setItem(`cairn-draft:${ACCOUNT}:comment:1`, entry);
    const drafts = await open();
    expect(drafts.read('comment:1')).toBe('Half a thought');
    await saved();
    drafts.remove('comment:1');
    await saved();
    expect(drafts.has('comment:1')).toBe(false);
    expect(await device.drafts.count()).toBe(0);
  });

  it('[CLIENT-14.7] that two tabs show are continued and sent in both, without those that were changed in one', async () => {
    const written = recordEntries(journal);
    const first = await open();
    first.write('comment:1', 'The map');
    first.write('comment:2', 'The ford');
    await saved();
    const [same, changed] = [await open(), await open()];
    await later();
    changed.write('comment:1', 'Another map');
    await later();
    written.splice(0);
    first.write('comment:1', 'The map is old');
    first.remove('comment:1');
    first.write('comment:3', 'The well');
    expect(arrive(written, same)).toEqual(['The map is old', undefined]);
    expect([same.has('comment:1'), same.read('comment:3')]).toEqual([false, undefined]);
    expect(arrive(written, changed)).toEqual([]);
    expect(changed.read('comment:1')).toBe('Another map');
    await saved();

    // What the second tab continues is the draft of the first one from then on.
    written.splice(0);
    same.write('comment:2', 'The ford is open');
    expect(arrive(written, first)).toEqual(['The ford is open']);
    written.splice(0);
    first.remove('comment:2');
    expect(arrive(written, same)).toEqual([undefined]);
    await saved();
    expect((await open()).read('comment:2')).toBeUndefined();
  });

  it('[CLIENT-14.1] are removed also when the disk was full while they were typed', async () => {
    const drafts = await open();
    drafts.write('comment:1', 'Sen');
    await saved();
    const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const { put } = device.drafts;
    Object.assign(device.drafts, { put: full });
    drafts.write('comment:1', 'Sent');
    await later();
    Object.assign(device.drafts, { put });
    drafts.remove('comment:1');
    await expect.poll(() => device.drafts.count()).toBe(0);
  });
});

type Entry = readonly [name: string, entry: string];

/** Entries that are written to local storage from now on. */
function recordEntries(journal: Storage): Entry[] {
  const written: Entry[] = [];
  const { setItem } = journal;
  journal.setItem = (name, entry) => {
    written.push([name, entry]);
    setItem(name, entry);
  };
  return written;
}

/** Reports entries of another tab; returns the texts that forms show then. */
function arrive(entries: readonly Entry[], { shown }: Drafts) {
  return entries
    .map(([name, entry]) => changeElsewhere(name, entry, shown))
    .filter((change) => change !== undefined)
    .map(({ text }) => text);
}

/** Local storage of a page, with the content of another one. */
function memoryStorage(from?: Storage): Storage {
  const items = new Map<string, string>();
  for (let index = 0; from !== undefined && index < from.length; index += 1) {
    const name = from.key(index) ?? '';
    items.set(name, from.getItem(name) ?? '');
  }
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  };
}
