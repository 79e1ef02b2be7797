import type { CookieSession, Session } from '../browser/session.ts';
import { rememberTimeouts } from '../engine/lock.ts';
import type { Lock, Online, Timers } from '../core/ports/machine.ts';
import type { Failure, Reply } from '../core/ports/transport.ts';
import type { SessionData } from '../../model/protocol/session.ts';
import { type DeviceDb, removals } from '../store/device-db.ts';

/** Milliseconds to wait for the lock: longer than any call that holds it. */
const WAIT = 35_000;
/** Milliseconds to wait after a timeout, as with a frozen tab: most calls end well within them. */
const WAIT_AFTER_TIMEOUT = 3_000;
const AGAIN = 15_000;
const LOCK = 'cairn-session';

interface Parts {
  readonly session: CookieSession;
  readonly device: DeviceDb;
  readonly lock: Lock;
  readonly now: () => number;
}

/**
 * Session of this device, whose cookie all tabs share. Calls that change it are serialised: a late response would
 * replace one person's cookie by another's. A sign-out that the server was not notified of is sent first. An ended
 * session and deactivations by organisations are handled here (CLIENT-10).
 */
export function deviceSession({ session, device, lock, now }: Parts): Session {
  // Concurrent requests share one renewal.
  let refreshing: ReturnType<Session['refresh']> | undefined;
  const remembering = rememberTimeouts(lock, WAIT_AFTER_TIMEOUT);
  const alone = <T>(work: () => Promise<T>) => remembering.run(LOCK, WAIT, work);

  /** True when nothing is left to send. A cookie of a person who has signed in since is not ended. */
  async function notify(): Promise<boolean> {
    const isLeft = await device.dexie.transaction(
      'rw',
      [device.ending, device.session],
      async () => {
        if ((await device.session.get('current')) !== undefined) await device.ending.clear();
        return (await device.ending.count()) > 0;
      },
    );
    if (!isLeft) return true;
    if ((await device.ending.get('removal')) !== undefined) {
      if ((await removals(device)).length > 0 || !(await session.confirmRemoval())) return false;
      await device.ending.delete('removal');
    }
    if ((await device.ending.get('session')) === undefined) return true;
    if (!(await session.end())) return false;
    await device.ending.clear();
    return true;
  }

  /** A sign-in replaces the cookie whose session was to be ended. */
  const enter = (call: () => Promise<Reply<SessionData>>) =>
    alone(async () => {
      await notify();
      const reply = await call();
      if (!reply.ok) return reply;
      await device.ending.clear();
      await device.session.update('current', { ended: undefined });
      await departReplacedDatabases(reply.value);
      return reply;
    });

  const departReplacedDatabases = async ({ user, former_organizations: replaced }: SessionData) => {
    if (replaced.length === 0) return;
    const { departReplaced } = await import('../store/departures.ts');
    await departReplaced(device, { userId: user.id, former: replaced, at: now() });
  };

  /** Loaded when a session ends: no other path needs it. */
  const claimEnd = async ({ details }: { readonly details: unknown }) => {
    const { claimSessionEnd } = await import('./session-end.ts');
    await claimSessionEnd(device, details, now());
  };

  return {
    ...session,
    signIn: (credentials) => enter(() => session.signIn(credentials)),
    acceptInvite: (input) => enter(() => session.acceptInvite(input)),
    refresh: () => {
      refreshing ??= alone(async () => {
        // A renewal would extend the session that is about to end.
        if ((await device.ending.count()) > 0 && !(await notify())) return SIGNED_OUT;
        const reply = await session.refresh();
        if (reply.ok) await departReplacedDatabases(reply.value);
        else if (isOver(reply.failure)) await claimEnd(reply.failure);
        return reply;
      }).finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    end: () => alone(notify),
  };
}

/**
 * Sends a pending sign-out as soon as the server can be reached: at the start, when the network returns, and
 * periodically.
 */
export function endLeftSession(
  session: Session,
  { online, timers }: { readonly online: Online; readonly timers: Timers },
): void {
  let cancel: () => void = () => undefined;
  const notify = async () => {
    cancel();
    if (await session.end().catch(() => false)) return;
    cancel();
    cancel = timers.after(AGAIN, () => void notify());
  };
  online.subscribe(() => void notify());
  void notify();
}

function isOver(failure: Failure): failure is Failure & { readonly kind: 'refused' } {
  return failure.kind === 'refused' && failure.status === 401;
}

const SIGNED_OUT: { readonly ok: false; readonly failure: Failure } = {
  ok: false,
  failure: {
    kind: 'refused',
    status: 401,
    code: 'unauthenticated',
    message: /*i18n*/ 'Please sign in again',
    details: {},
  },
};
