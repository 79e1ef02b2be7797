import { expose } from 'comlink';
import { createHttp } from '../browser/http.ts';
import { createSession } from '../browser/session.ts';
import { deviceDb } from '../store/device-db.ts';
import { workerApi } from './worker-api.ts';

const http = createHttp('', () => Date.now());
expose(workerApi({ device: deviceDb(), session: createSession(http), http }));
