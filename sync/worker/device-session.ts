import type { Session } from '../browser/session.ts';
import type { Failure, Lock, Online, Reply, Timers } from '../engine/ports.ts';
import type { DeviceDb } from '../store/device-db.ts';

/** Longer than a call that holds the lock is waited for. */
const WAIT = 35_000;
const AGAIN = 15_000;
const LOCK = 'cairn-session';

interface Parts {
  readonly session: Session;
  readonly device: DeviceDb;
  readonly lock: Lock;
}

/**
 * The session of this device, whose cookie all tabs share. One call at a time changes it: an answer that comes late would
 * put one person's cookie in the place of another's. A sign-out the server has not heard of is told first.
 */
export function deviceSession({ session, device, lock }: Parts): Session {
  // Of all who ask at once one goes.
  let refreshing: ReturnType<Session['refresh']> | undefined;
  const alone = <T>(work: () => Promise<T>) => lock.run(LOCK, WAIT, work);

  /** True when nothing is left to tell. Of a cookie that is somebody's who has signed in since, nothing is ended. */
  async function tell(): Promise<boolean> {
    const isLeft = await device.dexie.transaction(
      'rw',
      [device.ending, device.session],
      async () => {
        if ((await device.session.get('current')) !== undefined) await device.ending.clear();
        return (await device.ending.count()) > 0;
      },
    );
    if (!isLeft) return true;
    if (!(await session.end())) return false;
    await device.ending.clear();
    return true;
  }

  /** Whoever enters has a cookie of their own, in the place of the one that was to be ended. */
  const enter = <T>(call: () => Promise<Reply<T>>) =>
    alone(async () => {
      await tell();
      const reply = await call();
      if (reply.ok) await device.ending.clear();
      return reply;
    });

  return {
    ...session,
    signIn: (credentials) => enter(() => session.signIn(credentials)),
    acceptInvite: (input) => enter(() => session.acceptInvite(input)),
    refresh: () => {
      refreshing ??= alone(async () => {
        // It would make the session last on that is to end.
        if ((await device.ending.count()) > 0 && !(await tell())) return SIGNED_OUT;
        return session.refresh();
      }).finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    end: () => alone(tell),
  };
}

/** Tells the server of a sign-out as soon as it can be reached: at the start, when the network returns, and in between. */
export function endLeftSession(
  session: Session,
  { online, timers }: { readonly online: Online; readonly timers: Timers },
): void {
  let cancel: () => void = () => undefined;
  const tell = async () => {
    cancel();
    if (await session.end().catch(() => false)) return;
    cancel();
    cancel = timers.after(AGAIN, () => void tell());
  };
  online.subscribe(() => void tell());
  void tell();
}

const SIGNED_OUT: { readonly ok: false; readonly failure: Failure } = {
  ok: false,
  failure: {
    kind: 'refused',
    status: 401,
    code: 'unauthenticated',
    message: 'Please sign in again',
    details: {},
  },
};
