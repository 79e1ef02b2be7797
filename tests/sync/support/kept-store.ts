import type { SealingKeys } from '../../../model/protocol/sealing-keys.ts';
import { accountDb } from '../../../sync/store/database.ts';
import type { DraftJournal } from '../../../sync/store/drafts.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { cardRow, renameItem } from './items.ts';

/** Rows of colleagues; sent, unsent and rejected changes of the person; two files. */
export async function fillStore(dbName: string): Promise<void> {
  const db = accountDb(dbName);
  const store = dexieStore(db, { now: () => 1, randomBytes: (target) => target });
  await db.meta.put({ key: 'client', clientId: 'the client', nextSeq: 9 });
  await db.meta.put({ key: 'activity', at: 1, entries: ['Old words'] });
  await db.streams.put({
    stream: 'org:1',
    epoch: 'e1',
    cursor: 5,
    scopes: { 'project:p': { kind: 'complete', readAt: 5, loaded: null } },
    suspect: false,
    lastSync: 1,
  });
  await store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
    await tx.putRows('cards', [
      cardRow('c1', 'Colleague’s card', 1),
      cardRow('c2', 'Mine alone', 0),
    ]);
    await tx.putBase([
      { key: 'cards/c1', v: 1, row: cardRow('c1', 'Colleague’s base', 1) },
      { key: 'cards/c2', v: 0, row: null },
    ]);
    await tx.putOutbox([
      renameItem(1, 'c1', { state: 'acked', v: 2, args: { id: 'c1', name: 'Acked' } }),
      renameItem(2, 'c2', { creates: ['cards/c2'] }),
      renameItem(3, 'c1', { args: { id: 'c1', name: 'My rename' } }),
    ]);
    await tx.putJournal([
      { seq: 0, stream: 'org:1', retiredAt: 1, item: renameItem(0, 'c1', { args: 'Retired' }) },
    ]);
    await tx.putRejected([
      {
        seq: 4,
        group: 4,
        keys: ['cards/c1'],
        item: renameItem(4, 'c1', { args: { id: 'c1', name: 'Refused words' } }),
        reason: { code: 'forbidden', message: 'No' },
        rejectedAt: 1,
        base: null,
        local: null,
      },
    ]);
  });
  for (const [id, state] of [
    ['unsent bytes', 'waiting'],
    ['kept bytes', 'kept'],
  ] as const) {
    await db.blobs.put({ id, name: id, size: 40, digest: '', parts: 2, state, sent: 0, at: 1 });
    for (const n of [0, 1]) {
      const bytes = new TextEncoder().encode(`In the file ${n}`).buffer;
      await db.blobParts.put({ file: id, n, bytes });
    }
  }
  db.dexie.close();
}

/** Content of the store as text; bytes as text too. */
export async function everythingIn(dbName: string): Promise<string> {
  const db = accountDb(dbName);
  const all = await Promise.all(db.dexie.tables.map((table) => table.toArray()));
  db.dexie.close();
  return JSON.stringify(all, bytesAsText);
}

/** Replacer for `JSON.stringify`, which omits bytes. */
export function bytesAsText(_key: string, value: unknown): unknown {
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('latin1');
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
  }
  return value;
}

/** A key pair of a person as the server generates it. */
export async function newSealingKeys(): Promise<SealingKeys> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  const text = async (format: 'raw' | 'pkcs8', key: CryptoKey) =>
    Buffer.from(await crypto.subtle.exportKey(format, key)).toString('base64url');
  return {
    public_key: await text('raw', pair.publicKey),
    private_key: await text('pkcs8', pair.privateKey),
  };
}

/** Local storage of a page in memory. */
export function memoryJournal(entries: Readonly<Record<string, string>> = {}): DraftJournal {
  const kept = new Map(Object.entries(entries));
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  };
}
