import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { LIMITS, SCHEMA_VERSION } from '../../model/protocol/version.ts';
import { httpFiles } from '../../sync/browser/file-transport.ts';
import type { Call, Http } from '../../sync/browser/http.ts';
import { createSession } from '../../sync/browser/session.ts';
import { httpTransport } from '../../sync/browser/transport.ts';
import './loaded-on-demand.ts';
import { createEngine } from '../../sync/engine/engine.ts';
import type { Lock, Socket } from '../../sync/core/ports/machine.ts';
import type { Ports } from '../../sync/core/ports/ports.ts';
import type { Store } from '../../sync/core/ports/store.ts';
import { type AccountDb, STORE_WRITER } from '../../sync/store/database.ts';
import { type AccountRecord, deviceDb } from '../../sync/store/device-db.ts';
import { prepareStore } from '../../sync/store/prepare.ts';
import type { Device, DeviceSetup, RunningEngine } from './device-types.ts';
import { filesOf, keepFiles } from './files/keep-files.ts';
import type { SeededRandom } from './random.ts';
import type { Life } from './life.ts';
import { createSimHttp } from './sim-http.ts';
import { createSimSocket } from './sim-socket.ts';

interface EngineParts {
  readonly setup: DeviceSetup;
  readonly device: Device;
  readonly life: Life;
  readonly store: Store;
  readonly db: AccountDb;
  readonly record: AccountRecord;
  readonly now: () => number;
  readonly random: SeededRandom;
  readonly lock: Lock;
  readonly onlineChanged: Set<() => void>;
  /** The service worker's engine. */
  readonly isWorker: boolean;
}

const NO_SOCKET: Socket = { connect: () => () => undefined };

/** The real engine with every port simulated; nothing reaches a tab that has ended. */
export function startEngine(parts: EngineParts): RunningEngine {
  const { setup, device, life, random: seeded } = parts;
  const { loop } = setup;
  const isOlder = parts.db.writer < newestWriter(setup);
  const schema = () => SCHEMA_VERSION - (isOlder && device.line.isOutdated === true ? 1 : 0);
  const alive = pageHttp(setup, device, { life, random: seeded.fork('http'), schema });
  const cookieSession = createSession(alive);
  // The session of another person renews nothing here, as in sync/worker/account-engine.ts.
  const { userId } = device.person;
  const session = { ...cookieSession, token: () => cookieSession.token(userId) };
  const transport = httpTransport({
    http: alive,
    session,
    orgId: device.person.orgId,
    refresh: async () => {
      const reply = await session.refresh();
      if (!reply.ok) return reply;
      return reply.value.user.id === userId
        ? { ok: true, value: undefined }
        : { ok: false, failure: OTHER_PERSON };
    },
  });
  const random = seeded.fork('engine');
  const ports: Ports = {
    store: parts.store,
    transport,
    clock: { now: parts.now },
    random: { next: random.next },
    timers: {
      after: (milliseconds, task) =>
        loop.after(Math.max(milliseconds, device.timerDelay()), life.wrap(task)),
    },
    lock: parts.lock,
    online: {
      isOnline: () => !device.line.offline,
      isVisible: () => !device.isHidden(),
      subscribe: (changed) => {
        const guarded = life.wrap(changed);
        parts.onlineChanged.add(guarded);
        const stop = () => void parts.onlineChanged.delete(guarded);
        life.onEnd(stop);
        return stop;
      },
    },
    // A single pass needs no events (sync/worker/push-pass.ts).
    socket: parts.isWorker
      ? NO_SOCKET
      : createSimSocket({ setup, device, life, random: seeded.fork('socket'), session, schema }),
  };
  const { orgId, orgUserId } = device.person;
  const account = { orgId, orgUserId };
  const { db, record, now, lock } = parts;
  const engine = createEngine({
    ports,
    account,
    pushCalls: callsABatch(seeded),
    ...(setup.hasFiles && {
      files: {
        store: filesOf(db, account.orgUserId, life),
        transport: httpFiles({ http: alive, session, orgId }),
      },
    }),
  });
  if (setup.hasFiles) keepFiles({ setup, device, life, db, record, now, lock, session });
  life.onEnd(() => engine.stop());
  const { seat } = device;
  const start = async () => {
    try {
      await life.guard(async () => {
        await seat?.prepare({ life, db, session, http: alive });
        if (setup.hasBuilds) await takeOver(parts);
      });
      engine.start();
    } catch {
      loop.after(
        START_AGAIN,
        life.wrap(() => void start()),
      );
    }
  };
  if (seat === undefined && !setup.hasBuilds) engine.start();
  else void start();
  const { wake, resume, history, hold, openTasks, compare, releaseCold, stop, drain } = engine;
  return { wake, resume, history, hold, openTasks, compare, releaseCold, stop, drain };
}

/** Writer version of the newest build of a schedule. */
export function newestWriter({ hasBuilds }: DeviceSetup): number {
  return STORE_WRITER + (hasBuilds ? 1 : 0);
}

/** The start of a build on a store (CLIENT-7, VER-2.2). */
async function takeOver({ db, record, now }: EngineParts): Promise<void> {
  // Used only for a store that was lost, which is none here.
  const device = deviceDb({ indexedDB: new IDBFactory(), IDBKeyRange });
  await prepareStore(db, { record, device, at: now() });
}

/** Milliseconds after which a page tries again to start an engine. */
const START_AGAIN = 2_000;

const OTHER_PERSON = {
  kind: 'refused',
  status: 401,
  code: 'client_user_mismatch',
  message: 'Somebody else is signed in.',
  details: {},
} as const;

/** The browser's HTTP for a page; nothing reaches one that has ended. */
export function pageHttp(
  { network, loop }: DeviceSetup,
  device: Device,
  {
    life,
    random,
    schema = () => SCHEMA_VERSION,
  }: { readonly life: Life; readonly random: SeededRandom; readonly schema?: () => number },
): Http {
  const { line } = device;
  const http = createSimHttp({ network, line, loop, random, cookie: () => device.cookie, schema });
  return {
    call: (call: Call) => life.guard(() => http.call(call)),
    stream: (call: Call) => life.guard(() => http.stream(call)),
  };
}

/** Every second tab has small batches, so that several batches are sent, each prepared behind the previous one. */
function callsABatch(seeded: SeededRandom): number {
  return seeded.fork('batches').chance(0.5) ? 2 : LIMITS.pushCalls;
}
