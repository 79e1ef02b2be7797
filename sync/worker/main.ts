import { expose } from 'comlink';
import { createHttp } from '../browser/http.ts';
import {
  browserClock,
  browserLock,
  browserOnline,
  browserRandom,
  browserTimers,
} from '../browser/machine.ts';
import { createSession } from '../browser/session.ts';
import { deviceDb } from '../store/device-db.ts';
import { deviceSession, endLeftSession } from './device-session.ts';
import { workerApi } from './worker-api.ts';

const http = createHttp('', { clock: browserClock, timers: browserTimers });
const device = deviceDb();
const lock = browserLock();
const online = browserOnline();
const session = deviceSession({
  session: createSession(http),
  device,
  lock,
  now: browserClock.now,
});
endLeftSession(session, { online, timers: browserTimers });
const address = new URL('/ws/sync/', self.location.href);
address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';

expose(
  workerApi({
    device,
    session,
    http,
    // Loaded with the engine: signing in does without it.
    socket: async (account) => {
      const { accountSocket } = await import('./account-socket.ts');
      return accountSocket(account, {
        url: address.href,
        token: () => session.token(account.userId),
        timers: browserTimers,
        online,
      });
    },
    machine: {
      clock: browserClock,
      random: browserRandom,
      timers: browserTimers,
      lock,
    },
    online,
  }),
);
