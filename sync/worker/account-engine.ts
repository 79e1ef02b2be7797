import { httpFiles } from '../browser/file-transport.ts';
import { httpTransport } from '../browser/transport.ts';
import { noticingLoss } from './noticing-loss.ts';
import type { Http } from '../browser/http.ts';
import type { Session } from '../browser/session.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { Clock, Lock, Online, Random, Reply, Socket, Timers } from '../engine/ports.ts';
import { accountDb } from '../store/database.ts';
import { type AccountRecord, type DeviceDb, rememberRenewal } from '../store/device-db.ts';
import { dexieStore } from '../store/dexie-store.ts';
import { dexieFiles } from '../store/file-store.ts';
import { followSignIn } from '../store/follow-sign-in.ts';
import { followUnsent, prepareStore } from '../store/prepare.ts';

export interface WorkerParts {
  readonly device: DeviceDb;
  readonly session: Session;
  readonly http: Http;
  readonly socket: (account: AccountRecord) => Socket;
  readonly machine: {
    readonly clock: Clock;
    readonly random: Random;
    readonly timers: Timers;
    readonly lock: Lock;
  };
  readonly online: Online;
}

/** An engine on its account's database. */
export interface AccountEngine {
  readonly key: string;
  readonly dbName: string;
  readonly engine: Engine;
  readonly stop: () => void;
}

/** Opens the account's store, looks whether it is what it should be, and makes its engine. */
export async function startAccount(
  parts: WorkerParts,
  record: AccountRecord,
  visibleProject: string | null,
): Promise<AccountEngine> {
  const { http, session, machine, online } = parts;
  const db = accountDb(record.dbName);
  const ids = { now: machine.clock.now, randomBytes: fillRandom };
  await prepareStore(db, { record, device: parts.device, at: machine.clock.now() });
  const { orgId, orgUserId } = record;
  const own = { ...session, token: () => session.token(record.userId) };
  const engine = createEngine({
    ports: {
      store: dexieStore(db, ids),
      transport: noticingLoss(
        httpTransport({ http, session: own, orgId, refresh: () => renew(parts, record) }),
        () => renew(parts, record),
      ),
      ...machine,
      online,
      socket: parts.socket(record),
    },
    files: {
      store: dexieFiles(db, orgUserId),
      transport: httpFiles({ http, session: own, orgId }),
    },
    account: { orgId, orgUserId },
  });
  engine.lookAt(visibleProject);
  engine.start();
  const unfollow = followUnsent(db, parts.device, record.key);
  const unfollowSignIn = followSignIn(db, engine.resume);
  return {
    key: record.key,
    dbName: record.dbName,
    engine,
    stop: () => {
      unfollow();
      unfollowSignIn();
      engine.stop();
      db.dexie.close();
    },
  };
}

/**
 * The same, and if the browser cannot read the store any more, a new one in its place (CLIENT-6): the old one is left
 * where it is, everything is downloaded, and the person is told what had not been sent.
 */
export async function startOrReplace(
  parts: WorkerParts,
  record: AccountRecord,
  visibleProject: string | null,
): Promise<AccountEngine> {
  try {
    return await startAccount(parts, record, visibleProject);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    const dbName = `${record.dbName}-${String(parts.machine.clock.now())}`;
    await parts.device.accounts.update(record.key, { dbName, hadData: true });
    return startAccount(parts, { ...record, dbName, hadData: true }, visibleProject);
  }
}

function isDamaged(error: unknown): boolean {
  // Dexie wraps what the browser said of an opening that failed.
  const inner: unknown = error instanceof Error ? Reflect.get(error, 'inner') : undefined;
  return [error, inner].some((one) => one instanceof Error && DAMAGED.includes(one.name));
}

/** What browsers say of a database that is broken, not of one that is full or newer. */
const DAMAGED = ['UnknownError', 'NotFoundError', 'DataError', 'InvalidStateError'];

/** A cookie that is another person's by now renews nothing here: this queue stays locked (product.md, 13). */
async function renew(
  { session, device }: WorkerParts,
  record: AccountRecord,
): Promise<Reply<void>> {
  const reply = await session.refresh();
  if (!reply.ok) return reply;
  const mine =
    reply.value.user.id === record.userId &&
    reply.value.organizations.some(({ organization_id }) => organization_id === record.orgId);
  if (!mine) {
    // Their own, without this organisation: the device takes in that it is lost. Somebody else's changes nothing here.
    if (reply.value.user.id === record.userId) await rememberRenewal(device, reply.value);
    return { ok: false, failure: OTHER_PERSON };
  }
  await rememberRenewal(device, reply.value);
  return { ok: true, value: undefined };
}

const OTHER_PERSON = {
  kind: 'refused',
  status: 401,
  code: 'client_user_mismatch',
  message: 'Somebody else is signed in. Sign in again to go on.',
  details: {},
} as const;

function fillRandom(target: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(target.length);
  crypto.getRandomValues(bytes);
  target.set(bytes);
  return target;
}
