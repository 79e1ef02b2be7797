import { type SealingKeys, sealingKeysSchema } from '../../model/protocol/sealing-keys.ts';
import { answerSchema } from '../../model/protocol/session.ts';
import { parseAt } from '../../model/shared/parse.ts';
import { type Http, parsed } from '../browser/http.ts';
import type { Session } from '../browser/session.ts';
import type { Clock, Lock } from '../core/ports/machine.ts';
import type { Failure, Reply } from '../core/ports/transport.ts';
import { openAgain } from '../store/closing.ts';
import { type AccountDb, accountDb } from '../store/database.ts';
import {
  type AccountRecord,
  type DeviceDb,
  keptLock,
  type PendingDeletion,
} from '../store/device-db.ts';
import { openDrafts } from '../store/kept-drafts.ts';
import { batchesOf } from '../store/prepare.ts';
import { openStore } from '../store/seal-kept.ts';

/**
 * Decrypts unsent work that was encrypted while its person was not signed in (CLIENT-9). The private key is read with
 * their session and stays in memory only for the duration of the call. Loaded only when encrypted work exists.
 */

/** Milliseconds to wait for a running encryption, whose page may be frozen. */
const WAIT = 5_000;

interface Parts {
  readonly device: DeviceDb;
  readonly session: Pick<Session, 'token' | 'refresh'>;
  readonly http: Pick<Http, 'call'>;
  readonly machine: { readonly clock: Clock; readonly lock: Lock };
}

/**
 * Runs at sign-in, before any other access to the person's accounts. Work that cannot be decrypted stays encrypted, is
 * tried again when an engine starts, and is reported.
 */
export async function openAtSignIn(parts: Parts, userId: string): Promise<void> {
  const { device, machine } = parts;
  const mine = await device.accounts.where('userId').equals(userId).toArray();
  // The key is requested once, and only when something is encrypted.
  let asked: Promise<Reply<SealingKeys>> | undefined;
  const keys = () => (asked ??= readKeys(parts, userId));
  for (const { key, dbName, trimmed } of mine) {
    if (trimmed !== true) continue;
    await machine.lock.run(keptLock(key), WAIT, async () => {
      // An interrupted decryption is encrypted again at the next start.
      await device.accounts.update(key, { trimmed: undefined });
      const replaced = await device.former.where('account').equals(key).toArray();
      for (const name of [dbName, ...replaced.map((store) => store.dbName)]) {
        await inStore(device, name, async (db) => {
          const isSealed = (await batchesOf(db)).length > 0;
          if (isSealed) await openWith(db, await keys(), machine.clock.now());
          await openAgain(db);
        });
      }
    });
  }
  const removed = await removalsOf(device, userId);
  for (const { dbName } of removed) {
    await inStore(device, dbName, async (db) => {
      const reply = (await batchesOf(db)).length === 0 ? undefined : await keys();
      if (reply?.ok === true) await openStore(db, reply.value);
    });
  }
  await openDraftsOf(device, [...mine, ...removed.map(({ account }) => account)], keys);
}

/**
 * - `done`: decrypted, as far as the server still has the keys
 * - `locked`: the session is not the person's; the work is decrypted after they have signed in
 * - `later`: the server could not be reached; the start is tried again
 */
export type KeptAtStart = 'done' | 'locked' | 'later';

export async function openAtStart(
  parts: Parts,
  db: AccountDb,
  record: AccountRecord,
): Promise<KeptAtStart> {
  const { device, machine } = parts;
  const reply = await keysOf(parts, record.userId);
  return machine.lock.run(keptLock(record.key), WAIT, async () => {
    await openWith(db, reply, machine.clock.now());
    await openAgain(db);
    await openDraftsOf(device, [record], () => Promise.resolve(reply));
    if (reply.ok) return 'done';
    return isPassing(reply.failure) ? 'later' : 'locked';
  });
}

/**
 * Drafts that are encrypted although the store is not: a run was interrupted between the two, or the account had nothing
 * else unsent. They do not delay the start of the engine beyond the request for the key; the next start tries it again.
 */
export async function openDraftsAtStart(parts: Parts, record: AccountRecord): Promise<void> {
  const { device, machine } = parts;
  const reply = await keysOf(parts, record.userId);
  const work = () => openDraftsOf(device, [record], () => Promise.resolve(reply));
  await machine.lock.run(keptLock(record.key), WAIT, work).catch(() => undefined);
}

async function openWith(db: AccountDb, reply: Reply<SealingKeys>, at: number): Promise<void> {
  const unsent = (await batchesOf(db)).reduce((sum, batch) => sum + batch.unsent, 0);
  if (!reply.ok) {
    await db.notices.put({ id: 'kept', kind: 'kept-locked', at, unsent });
    return;
  }
  const lost = await openStore(db, reply.value);
  if (lost === 0) await db.notices.delete('kept');
  else await db.notices.put({ id: 'kept', kind: 'kept-lost', at, unsent: lost });
}

async function openDraftsOf(
  device: DeviceDb,
  accounts: readonly AccountRecord[],
  keys: () => Promise<Reply<SealingKeys>>,
): Promise<void> {
  const names = accounts.map(({ key }) => key);
  if ((await device.sealedDrafts.where('account').anyOf(names).count()) === 0) return;
  const reply = await keys();
  if (reply.ok) await openDrafts(device, names, reply.value);
}

/** Stores of the person that are deleted once their unsent work has been read (CLIENT-10). */
function removalsOf(device: DeviceDb, userId: string): Promise<readonly PendingDeletion[]> {
  return device.leaving
    .filter(({ account, removal }) => account.userId === userId && removal?.keepsUnsent === true)
    .toArray();
}

async function inStore(
  { stores }: DeviceDb,
  name: string,
  work: (db: AccountDb) => Promise<void>,
): Promise<void> {
  const db = accountDb(name, stores);
  try {
    await work(db);
  } catch {
    // A store that cannot be read now is reported when its engine starts.
  } finally {
    db.dexie.close();
  }
}

/** Renews the token if necessary. */
async function keysOf(parts: Parts, userId: string): Promise<Reply<SealingKeys>> {
  const reply = await readKeys(parts, userId);
  if (reply.ok || reply.failure.kind !== 'refused' || reply.failure.status !== 401) return reply;
  const renewed = await parts.session.refresh();
  return renewed.ok ? readKeys(parts, userId) : renewed;
}

/** Key pair of the person at the server. Uses a token of this person only. */
export async function readKeys(
  { http, session }: Pick<Parts, 'http' | 'session'>,
  userId: string,
): Promise<Reply<SealingKeys>> {
  const token = session.token(userId);
  if (token === undefined) return { ok: false, failure: SOMEBODY_ELSE };
  const reply = await http.call({ method: 'GET', path: 'api/session/sealing-key/', token });
  return parsed(reply, (value) => parseAt(sealingKeysSchema, parseAt(answerSchema, value).data));
}

const SOMEBODY_ELSE: Failure = {
  kind: 'refused',
  status: 401,
  code: 'client_user_mismatch',
  message: /*i18n*/ 'Somebody else is signed in.',
  details: {},
};

/** True for a missing response, or for one that may be different soon. */
function isPassing(failure: Failure): boolean {
  return failure.kind !== 'refused' || failure.status === 429 || failure.status >= 500;
}
