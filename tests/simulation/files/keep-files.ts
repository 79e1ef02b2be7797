import { fileCacheOf } from '../../../model/protocol/file-cache.ts';
import type { Lock } from '../../../sync/core/ports/machine.ts';
import type { Session } from '../../../sync/browser/session.ts';
import type { FileStore } from '../../../sync/core/ports/files.ts';
import type { AccountDb } from '../../../sync/store/database.ts';
import type { AccountRecord } from '../../../sync/store/device-db.ts';
import { dexieFiles, dropUnseenFiles } from '../../../sync/store/file-store.ts';
import { packMemory, packSlice, type Packing } from '../../../sync/worker/packing.ts';
import { evictUnseen, seenIn } from '../../../sync/worker/unseen-files.ts';
import type { Device, DeviceSetup } from '../device-types.ts';
import type { Life } from '../life.ts';

export interface FileKeeper {
  readonly setup: DeviceSetup;
  readonly device: Device;
  readonly life: Life;
  readonly db: AccountDb;
  readonly record: AccountRecord;
  readonly now: () => number;
  readonly lock: Lock;
  readonly session: Pick<Session, 'token' | 'refresh'>;
}

/** Milliseconds between two rounds; the product waits for changes instead. */
const ROUND = 4_000;
/** Bytes that a browser grants. */
const QUOTA = 1_000_000_000;

/** Downloads files and removes those that may not be read any more, round after round while the tab lives (FILE-3, FILE-4). */
export function keepFiles(keeper: FileKeeper): void {
  const { setup, device, life, db, record, lock } = keeper;
  const { userId } = record;
  const memory = packMemory();
  const packing = packingOf(keeper);
  const round = async () => {
    await dropUnseenFiles(db);
    const cache = await device.caches.open(fileCacheOf(userId));
    await evictUnseen(cache, [(ids) => seenIn(db, ids)]);
    await lock.run(`cairn-pack:${userId}`, 1_000, async (hasLock) =>
      hasLock ? packSlice(packing, memory, life.isOver) : 'wait',
    );
  };
  const run = async () => {
    // A round that fails, e.g. because its database is closing, is repeated.
    await life.guard(round).catch(() => undefined);
    schedule();
  };
  const schedule = () =>
    setup.loop.after(
      ROUND,
      life.wrap(() => void run()),
    );
  schedule();
}

function packingOf({ setup, device, db, record, now, session }: FileKeeper): Packing {
  const { userId, key: accountKey } = record;
  const stored = { id: 'current', userId, accountKey } as const;
  return {
    db,
    device: { session: { get: () => Promise.resolve(stored) } },
    record,
    caches: device.caches,
    now,
    quota: () => Promise.resolve(QUOTA),
    connection: () => undefined,
    isOnline: () => !device.line.offline,
    renew: async () => (await session.refresh()).ok,
    fetch: async (address) => {
      const answer = await setup.network.send(device.line, {
        method: 'GET',
        url: address,
        headers: { authorization: `Bearer ${session.token() ?? ''}` },
      });
      if (answer === undefined) throw new TypeError('The network failed');
      if (answer.status >= 400) return answer.status;
      const bytes = Uint8Array.from(answer.bytes ?? new TextEncoder().encode(answer.text));
      return new Response(bytes, { headers: { 'content-length': String(bytes.length) } });
    },
  };
}

/** The store of the upload queue for a tab that may be killed. */
export function filesOf(db: AccountDb, orgUserId: string, life: Life): FileStore {
  const store = dexieFiles(db, orgUserId);
  return {
    ready: () => life.guard(store.ready),
    waiting: () => life.guard(store.waiting),
    mayChange: () => life.guard(store.mayChange),
    part: (id, n) => life.guard(() => store.part(id, n)),
    sent: (id, parts) => life.guard(() => store.sent(id, parts)),
    stored: (id) => life.guard(() => store.stored(id)),
    refused: (id, reason) => life.guard(() => store.refused(id, reason)),
    tidy: (now) => life.guard(() => store.tidy(now)),
  };
}
