import type { SessionData } from '../../../model/protocol/session.ts';
import type { BrowserOnline } from '../../../sync/browser/machine.ts';
import type { Reply } from '../../../sync/core/ports/transport.ts';
import { deviceDb } from '../../../sync/store/device-db.ts';
import type { WorkerParts } from '../../../sync/worker/account-engine.ts';
import { injectHttp } from './device.ts';
import { NETWORK, type Setup } from './setup.ts';

interface PartsOptions {
  /** Present token of the session; undefined: the session has to be renewed. */
  readonly token?: () => string | undefined;
  readonly refresh?: () => Promise<Reply<SessionData>>;
  readonly offline?: () => boolean;
}

/**
 * Dependencies of a tab's worker, on this process's IndexedDB and the real server. No socket opens and no event of the
 * network or the tab arrives, so every effect has another cause.
 */
export function workerParts(
  setup: Setup,
  {
    token = () => setup.team.founder.token,
    refresh = none,
    offline = () => false,
  }: PartsOptions = {},
): WorkerParts & { readonly online: BrowserOnline } {
  const http = injectHttp(() => setup.team.app);
  return {
    device: deviceDb(),
    session: {
      signIn: none,
      signUp: none,
      signUpMode: none,
      checkInvite: none,
      acceptInvite: none,
      refresh,
      end: none,
      token,
    },
    http: {
      call: async (call) => (offline() ? NETWORK : http.call(call)),
      stream: async (call) => (offline() ? NETWORK : http.stream(call)),
    },
    socket: () => ({ connect: () => () => undefined }),
    machine: {
      clock: { now: () => Date.now() },
      random: { next: () => 0.1 },
      timers: {
        after: (milliseconds, task) => {
          const timer = setTimeout(task, milliseconds);
          return () => clearTimeout(timer);
        },
      },
      lock: { run: (_name, _wait, work) => work(true) },
    },
    online: {
      isOnline: () => true,
      isVisible: () => true,
      subscribe: () => () => undefined,
      setVisible: () => undefined,
      setOnline: () => undefined,
    },
  };
}

function none(): Promise<never> {
  return Promise.reject(new Error('Not used here'));
}
