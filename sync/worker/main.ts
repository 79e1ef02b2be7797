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
import { browserSocket } from '../browser/socket.ts';
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
    socket: ({ orgId, userId }) =>
      browserSocket({ url: address.href, orgId, token: () => session.token(userId) }),
    machine: {
      clock: browserClock,
      random: browserRandom,
      timers: browserTimers,
      lock,
    },
    online,
  }),
);
