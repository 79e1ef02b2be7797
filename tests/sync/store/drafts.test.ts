import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DeviceDb, deviceDb } from '../../../sync/store/device-db.ts';
import { openDrafts } from '../../../sync/store/drafts.ts';

const ACCOUNT = '7:1';

describe('drafts', () => {
  let device: DeviceDb;
  let journal: Storage;
  beforeEach(() => {
    device = deviceDb({ indexedDB: new IDBFactory(), IDBKeyRange });
    journal = memoryStorage();
  });

  const open = () => openDrafts(device, ACCOUNT, journal);
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
    drafts.remove('comment:1');
    const before = memoryStorage(journal);
    await saved();
    expect(await device.drafts.count()).toBe(0);
    await device.drafts.put({ key: `${ACCOUNT}:comment:1`, account: ACCOUNT, text: 'Sent', at: 1 });
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
});

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
