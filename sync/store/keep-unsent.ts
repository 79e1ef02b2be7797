import { ENTITIES } from '../../model/entities/registry.ts';
import type { JournalDays, OutboxItem } from '../core/ports/outbox.ts';
import { withRetired } from '../core/retired-keys.ts';
import type { AccountDb } from './database.ts';
import { dropFile, isCreatedHere, uploadAgain } from './local-files.ts';
import { writeMarks } from './outbox-rows.ts';
import { isReferredIn, referredIds } from './referred-files.ts';

/**
 * Removes everything from a store except unsent work: pending mutations with the rows they create, rejected mutations,
 * and the bytes of files, also of those that the server has while such a mutation refers to them. The client id and its counter stay, so that an idempotency key is never used twice (ID-2);
 * each stream keeps its epoch and is downloaded again before anything is sent (EPOCH-1).
 */
export async function keepUnsentOnly(db: AccountDb): Promise<void> {
  const files = await db.blobs.where('state').anyOf('kept', 'copying').toArray();
  const isReferred = isReferredIn(await referredIds(db));
  for (const { id, state } of files) {
    // Only this device has the bytes of a file that a restored server has lost.
    if (state === 'kept' && (await isCreatedHere(db, id))) await uploadAgain(db, id);
    else if (state !== 'kept' || !isReferred(id)) await dropFile(db, id);
  }
  await db.dexie.transaction('rw', db.dexie.tables, async () => {
    await writeMarks(db);
    const pending = await db.outbox.toArray();
    const open = pending.filter(({ state }) => state !== 'acked');
    const made = new Set(open.flatMap(({ creates }) => creates));
    await keepRetiredKeys(
      db,
      pending.filter(({ state }) => state === 'acked'),
    );
    await db.outbox.where('state').equals('acked').delete();
    await db.base.filter(({ key }) => !made.has(key)).delete();
    for (const { table } of ENTITIES) {
      const rows = db.dexie.table<unknown, string>(table);
      const ids = await rows.toCollection().primaryKeys();
      await rows.bulkDelete(ids.filter((id) => !made.has(`${table}/${id}`)));
    }
    await db.journal.clear();
    await db.notices.clear();
    await db.meta.delete('activity');
    await db.meta.delete('comparison');
    await db.meta.delete('recent-tasks');
    await db.meta.delete('seen');
    await db.meta.delete('receipts');
    await db.meta.delete('work-receipts');
    await db.streams.filter(({ epoch }) => epoch === null).delete();
    await db.streams.toCollection().modify((state) => {
      const { stream, epoch, cursor, suspect } = state;
      const download = { reason: 'refill', done: 0, total: 0, run: '' } as const;
      for (const field of Object.keys(state)) Reflect.deleteProperty(state, field);
      Object.assign(state, {
        stream,
        epoch,
        cursor,
        suspect,
        scopes: {},
        lastSync: null,
        download,
      });
    });
  });
}

/** MUT-10.6: an old copy of mutations that the server has is not applied again. */
async function keepRetiredKeys(db: AccountDb, acked: readonly OutboxItem[]): Promise<void> {
  const [client, days, journal] = await Promise.all([
    db.meta.get('client'),
    db.meta.get('journal-days'),
    db.journal.toArray(),
  ]);
  const done = [...journal.map(({ item }) => item), ...acked];
  if (client?.key !== 'client' || done.length === 0) return;
  const { clientId, former = [] } = client;
  const known: JournalDays = days?.key === 'journal-days' ? days : { since: Date.now(), ends: [] };
  const retired = withRetired(known.retired, done, { clientId, former });
  await db.meta.put({ ...known, key: 'journal-days', retired });
}
