import { refuse, type Refusal } from '../../model/shared/errors.ts';
import type { Http } from '../browser/http.ts';
import type { Session } from '../browser/session.ts';
import type { Failure, Reply } from '../engine/ports.ts';
import { type DeviceDb, rememberSession } from '../store/device-db.ts';
import type { Outcome, WorkerApi } from './types.ts';

export interface WorkerParts {
  readonly device: DeviceDb;
  readonly session: Session;
  readonly http: Http;
}

export function workerApi({ device, session }: WorkerParts): WorkerApi {
  return {
    signIn: async (credentials) => {
      const reply = await session.signIn(credentials);
      if (!reply.ok) return { ok: false, refusal: refusalOf(reply.failure) };
      await rememberSession(device, reply.value);
      return { ok: true, value: reply.value.user.id };
    },
    signUp: async (payload) => outcomeOf(await session.signUp({ ...payload })),
    lookInvite: async (token) => outcomeOf(await session.lookInvite(token)),
    acceptInvite: async (input) => outcomeOf(await session.acceptInvite(input)),
    endSession: () => session.end(),
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
    wake: () => Promise.resolve(),
    lookAt: () => Promise.resolve(),
    setVisible: () => Promise.resolve(),
    drain: () => Promise.resolve(false),
    checkReplica: () => Promise.resolve(outcomeOf({ ok: false, failure: { kind: 'network' } })),
  };
}

function outcomeOf<T>(reply: Reply<T>): Outcome<T> {
  return reply.ok ? reply : { ok: false, refusal: refusalOf(reply.failure) };
}

function refusalOf(failure: Failure): Refusal {
  if (failure.kind === 'refused') {
    return refuse(failure.code, failure.message, failure.details);
  }
  return refuse('unavailable', 'There is no connection to the server. Try again when you are online.');
}
