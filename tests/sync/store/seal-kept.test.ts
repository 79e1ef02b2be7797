import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SealingKeys } from '../../../model/protocol/sealing-keys.ts';
import { newId } from '../../../model/shared/ids.ts';
import { accountDb, STORE_WRITER } from '../../../sync/store/database.ts';
import {
  type AccountRecord,
  currentAccount,
  type DeviceDb,
  deviceDb,
} from '../../../sync/store/device-db.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { departAccounts } from '../../../sync/store/departures.ts';
import { openDrafts } from '../../../sync/store/kept-drafts.ts';
import { keepShot, shotsFor } from '../../../sync/store/shots.ts';
import { removeStore } from '../../../sync/store/kept-work.ts';
import { keepUnsentOnly } from '../../../sync/store/keep-unsent.ts';
import { unsentOf } from '../../../sync/store/prepare.ts';
import { openStore } from '../../../sync/store/seal-kept.ts';
import { trimLocked } from '../../../sync/store/trim-kept.ts';
import { copyUnsent } from '../../../sync/store/unsent-copy.ts';
import {
  bytesAsText,
  everythingIn,
  fillStore,
  memoryJournal,
  newSealingKeys,
} from '../support/kept-store.ts';
import { writes } from '../support/killed-writes.ts';
import { session } from '../support/session-data.ts';

const ids = {
  now: () => Date.now(),
  randomBytes: (target: Uint8Array) => {
    target.set(crypto.getRandomValues(new Uint8Array(target.length)));
    return target;
  },
};

const TYPED =
  /Mine alone|My rename|Refused words|unsent bytes|In the file|Half a sentence|Last keys|Fieldwright|field\.test|Organisation/;

describe('unsent work of a person who is not signed in', () => {
  let keys: SealingKeys;
  let device: DeviceDb;
  let record: AccountRecord;
  let journal = memoryJournal();

  beforeAll(async () => {
    keys = await newSealingKeys();
  });
  const begin = async () => {
    device = deviceDb();
    record = await signedIn(keys.public_key);
    await fillStore(record.dbName);
    const { key } = record;
    const text = JSON.stringify({ text: 'Half a sentence' });
    await device.drafts.put({ key: `${key}:comment:1`, account: key, text, at: 5 });
    const waiting = { at: 6, text: JSON.stringify({ text: 'Last keys' }) };
    journal = memoryJournal({ [`cairn-draft:${key}:note`]: JSON.stringify(waiting) });
    await device.session.clear();
  };
  const end = async () => {
    writes.left = Infinity;
    await device.dexie.delete();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  };
  beforeEach(begin);
  afterEach(end);

  it('[CLIENT-9.5] is encrypted with all readable data, and counted', async () => {
    expect(await trimLocked(device, journal)).toEqual([]);
    expect(await everythingOnDisk()).not.toMatch(TYPED);
    expect(journal.length).toBe(0);
    expect(await device.accounts.get(record.key)).toMatchObject({ unsent: 4, trimmed: true });
    expect(await inStore((db) => unsentOf(db))).toBe(4);
    const copy = await copyUnsent(device, [record]);
    expect(copy.missing, 'a copy says what it lacks').toMatchObject([{ unsent: 4 }]);
  });

  it('[CLIENT-9.6] is unchanged after its person signs in, drafts included', async () => {
    const wanted = await trimmedInClear();
    await trimLocked(device, journal);
    await back(keys);
    expect(await contentOf()).toEqual(wanted);
    expect(await draftTexts()).toEqual(['Half a sentence', 'Last keys']);
    expect(await inStore((db) => unsentOf(db))).toBe(4);
  });

  /** Interrupts `work` after each number of writes, each time from the same initial state. */
  async function atEachWrite(
    prepare: () => Promise<unknown>,
    work: () => Promise<unknown>,
    check: () => Promise<void>,
  ): Promise<void> {
    for (let count = 0; count < 300; count += 1) {
      await end();
      await begin();
      await prepare();
      writes.left = count;
      await work().catch(() => undefined);
      const isWhole = writes.left > 0;
      writes.left = Infinity;
      await check();
      // Interrupted at many writes, not at none.
      if (!isWhole) continue;
      expect(count).toBeGreaterThan(10);
      return;
    }
    throw new Error('It never ends');
  }

  it('[CLIENT-9.5] loses and repeats nothing when its encryption is interrupted at any write', async () => {
    const wanted = await trimmedInClear();
    await atEachWrite(
      async () => undefined,
      () => trimLocked(device, journal),
      async () => {
        await trimLocked(device, journal);
        expect(await everythingOnDisk()).not.toMatch(TYPED);
        expect(await inStore((db) => unsentOf(db))).toBe(4);
        await back(keys);
        expect(await contentOf()).toEqual(wanted);
        expect(await draftTexts()).toEqual(['Half a sentence', 'Last keys']);
      },
    );
  });

  it('[CLIENT-9.6] loses and repeats nothing when its decryption is interrupted at any write', async () => {
    const wanted = await trimmedInClear();
    await atEachWrite(
      () => trimLocked(device, journal),
      () => back(keys),
      async () => {
        await back(keys);
        expect(await contentOf()).toEqual(wanted);
        expect(await draftTexts()).toEqual(['Half a sentence', 'Last keys']);
        expect(
          (await inStore((db) => db.sealed.count())) + (await device.sealedDrafts.count()),
        ).toBe(0);
      },
    );
  });

  it('[CLIENT-9.5] is encrypted by the next start after an interruption, and decrypts from both runs', async () => {
    const wanted = await trimmedInClear();
    for (const left of [30, 45, 60, 75]) {
      writes.left = left;
      await trimLocked(device, journal).catch(() => undefined);
      writes.left = Infinity;
    }
    await trimLocked(device, journal);
    expect(await everythingOnDisk()).not.toMatch(TYPED);
    await back(keys);
    expect(await contentOf()).toEqual(wanted);
  });

  it('[CLIENT-9.6] stays encrypted and counted when the server has another key', async () => {
    await trimLocked(device, journal);
    const other = await newSealingKeys();
    expect(await inStore((db) => openStore(db, other))).toBe(4);
    await openDrafts(device, [record.key], other);
    expect(await inStore((db) => unsentOf(db))).toBe(4);
    expect(await device.sealedDrafts.count()).toBe(2);
    // Later work of the person is stored beside it, and each batch decrypts under its own key.
    await rememberSession(device, { ...session('7', ['1']), sealing_key: other.public_key });
    await fillStore(record.dbName);
    await device.session.clear();
    await trimLocked(device, journal);
    expect(await everythingOnDisk()).not.toMatch(TYPED);
    expect(await inStore((db) => openStore(db, other))).toBe(4);
    expect(await inStore((db) => db.outbox.count())).toBe(2);
    expect(await inStore((db) => openStore(db, keys))).toBe(0);
    expect(await inStore((db) => db.sealed.count())).toBe(0);
  });

  it('[CLIENT-9.6] decrypts with no other private key, whatever public key it names', async () => {
    await trimLocked(device, journal);
    const other = await newSealingKeys();
    const forged = { ...other, public_key: keys.public_key };
    expect(await inStore((db) => openStore(db, forged))).toBeGreaterThan(0);
    expect(await inStore((db) => db.outbox.count())).toBe(0);
    await back(keys);
    expect(await inStore((db) => db.outbox.count())).toBe(2);
  });

  it('[CLIENT-9.6] decrypts except for damaged rows, which stay and are counted', async () => {
    await trimLocked(device, journal);
    await inStore(async (db) => {
      const [first] = await db.sealed.toArray();
      if (first !== undefined) await db.sealed.update(first.id, { bytes: new Uint8Array(50) });
      expect(await openStore(db, keys)).toBe(1);
      expect([await db.sealed.count(), await unsentOf(db)]).toEqual([1, expect.any(Number)]);
      expect(await db.outbox.count()).toBeGreaterThan(0);
    });
  });

  it('[CLIENT-9.5] stays readable and unsent on a device that has never received a key', async () => {
    await device.accounts.update(record.key, { sealingKey: undefined });
    await trimLocked(device, journal);
    expect(await everythingIn(record.dbName)).toMatch(/My rename/);
    expect(await device.accounts.get(record.key)).toMatchObject({ unsent: 4, trimmed: true });
  });

  it('[CLIENT-9.5] is unchanged when its person has signed in meanwhile', async () => {
    await signedIn(keys.public_key);
    await trimLocked(device, journal);
    expect(await everythingIn(record.dbName)).toMatch(/Colleague/);
  });

  it('[CLIENT-9.5] is closed to a frozen tab, and open to writers again after its person signs in', async () => {
    await trimLocked(device, journal);
    const isClosed = () => inStore(async (db) => await db.meta.get('writer'));
    expect(await isClosed()).toMatchObject({ minWriter: Number.MAX_SAFE_INTEGER });
    await back(keys);
    expect(await isClosed()).toMatchObject({ minWriter: STORE_WRITER });
  });

  it('[CLIENT-10.5] is not removed with its account before it could be read', async () => {
    await trimLocked(device, journal);
    const account = (await device.accounts.get(record.key)) ?? record;
    const why = { reason: 'deactivated', keepsUnsent: true, at: 5 } as const;
    await departAccounts(device, { accounts: [account], ...why });
    const remove = async () => {
      for (const store of await device.leaving.toArray()) {
        await removeStore(device, store, () => Promise.resolve());
      }
    };
    await expect(remove()).rejects.toThrow('encrypted');
    await back(keys);
    await remove();
    const [departure] = await device.departures.toArray();
    const texts = departure?.kept.flatMap(({ entries }) => entries.map(({ text }) => text));
    expect(texts).toEqual(expect.arrayContaining(['My rename', 'Half a sentence']));
    expect(await device.leaving.count()).toBe(0);
  });

  async function signedIn(publicKey: string): Promise<AccountRecord> {
    await rememberSession(device, { ...session('7', ['1']), sealing_key: publicKey });
    const here = await currentAccount(device);
    if (here === undefined) throw new Error('Nobody is signed in');
    return here;
  }

  async function inStore<T>(work: (db: ReturnType<typeof accountDb>) => Promise<T>): Promise<T> {
    const db = accountDb(record.dbName);
    return work(db).finally(() => db.dexie.close());
  }

  async function back(own: SealingKeys): Promise<void> {
    await inStore((db) => openStore(db, own));
    await openDrafts(device, [record.key], own);
  }

  /** Rows of every table except the tables about the encryption. */
  function contentOf(dbName = record.dbName): Promise<Readonly<Record<string, unknown>>> {
    const db = accountDb(dbName);
    const read = db.dexie.tables
      .filter(({ name }) => !['meta', 'sealed'].includes(name))
      .map(async (table) => [table.name, JSON.stringify(await table.toArray(), bytesAsText)]);
    return Promise.all(read)
      .then((tables) => Object.fromEntries(tables))
      .finally(() => db.dexie.close());
  }

  /** Content that the same store keeps without encryption. */
  async function trimmedInClear(): Promise<Readonly<Record<string, unknown>>> {
    await fillStore('twin');
    const twin = accountDb('twin');
    await keepUnsentOnly(twin).finally(() => twin.dexie.close());
    const content = await contentOf('twin');
    await twin.dexie.delete();
    return content;
  }

  async function everythingOnDisk(): Promise<string> {
    const tables = await Promise.all(device.dexie.tables.map((table) => table.toArray()));
    return JSON.stringify(tables, bytesAsText) + (await everythingIn(record.dbName));
  }

  async function draftTexts(): Promise<readonly string[]> {
    const drafts = await device.drafts.where('account').equals(record.key).toArray();
    return drafts.map(({ text }) => Object.values<string>(JSON.parse(text))[0] ?? '').toSorted();
  }

  it('[CLIENT-9.6] a photo alone waits for its key', async () => {
    await end();
    device = deviceDb();
    record = await signedIn(keys.public_key);
    await inStore((db) => {
      const content = new File(['only copy'], 'a.jpg');
      return keepShot(db, { id: newId(ids), content, at: 1, place: 'task:1' });
    });
    await device.session.clear();
    await trimLocked(device, memoryJournal());
    // A restored server has another key pair for a while (decision 0043).
    const other = await newSealingKeys();
    await inStore((db) => openStore(db, other));
    await inStore((db) => openStore(db, keys));
    expect(await inStore((db) => shotsFor(db, 'task:1'))).toHaveLength(1);
  });
});
