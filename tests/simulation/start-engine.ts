import { LIMITS } from '../../model/protocol/version.ts';
import { httpFiles } from '../../sync/browser/file-transport.ts';
import type { Call, Http } from '../../sync/browser/http.ts';
import { createSession } from '../../sync/browser/session.ts';
import { httpTransport } from '../../sync/browser/transport.ts';
// The engine loads it on demand; a fault has to find it loaded with its switches.
import '../../sync/engine/compare.ts';
import { createEngine } from '../../sync/engine/engine.ts';
import type { Lock } from '../../sync/core/ports/machine.ts';
import type { Ports } from '../../sync/core/ports/ports.ts';
import type { Store } from '../../sync/core/ports/store.ts';
import type { AccountDb } from '../../sync/store/database.ts';
import type { AccountRecord } from '../../sync/store/device-db.ts';
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
}

/** The real engine with every port simulated; nothing reaches a tab that has ended. */
export function startEngine(parts: EngineParts): RunningEngine {
  const { setup, device, life, random: seeded } = parts;
  const { loop } = setup;
  const alive = pageHttp(setup, device, { life, random: seeded.fork('http') });
  const cookieSession = createSession(alive);
  // The session of another person renews nothing here, as in sync/worker/account-engine.ts.
  const { userId } = device.person;
  const session = { ...cookieSession, token: () => cookieSession.token(userId) };
  const transport = httpTransport({
    http: alive,
    session,
    orgId: setup.orgId,
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
    timers: { after: (milliseconds, task) => loop.after(milliseconds, life.wrap(task)) },
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
    socket: createSimSocket({ setup, device, life, random: seeded.fork('socket'), session }),
  };
  const account = { orgId: setup.orgId, orgUserId: device.person.orgUserId };
  const { db, record, now, lock } = parts;
  const engine = createEngine({
    ports,
    account,
    pushCalls: callsABatch(seeded),
    ...(setup.hasFiles && {
      files: {
        store: filesOf(db, account.orgUserId, life),
        transport: httpFiles({ http: alive, session, orgId: setup.orgId }),
      },
    }),
  });
  if (setup.hasFiles) keepFiles({ setup, device, life, db, record, now, lock, session });
  life.onEnd(() => engine.stop());
  const { seat } = device;
  const start = async () => {
    try {
      await life.guard(async () => seat?.prepare({ life, db, session, http: alive }));
      engine.start();
    } catch {
      loop.after(START_AGAIN, life.wrap(() => void start()));
    }
  };
  if (seat === undefined) engine.start();
  else void start();
  const { wake, resume, history, hold, compare, stop } = engine;
  return { wake, resume, history, hold, compare, stop };
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
  { life, random }: { readonly life: Life; readonly random: SeededRandom },
): Http {
  const { line } = device;
  const http = createSimHttp({ network, line, loop, random, cookie: () => device.cookie });
  return {
    call: (call: Call) => life.guard(() => http.call(call)),
    stream: (call: Call) => life.guard(() => http.stream(call)),
  };
}

/** Every second tab has small batches, so that several batches are sent, each prepared behind the previous one. */
function callsABatch(seeded: SeededRandom): number {
  return seeded.fork('batches').chance(0.5) ? 2 : LIMITS.pushCalls;
}
