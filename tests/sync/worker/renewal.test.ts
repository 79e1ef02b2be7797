import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionData } from '../../../model/protocol/session.ts';
import type { Call } from '../../../sync/browser/http.ts';
import type { Reply } from '../../../sync/core/ports/transport.ts';
import {
  type AccountRecord,
  accountsHere,
  currentAccount,
  type DeviceDb,
  deviceDb,
} from '../../../sync/store/device-db.ts';
import { rememberSession } from '../../../sync/store/remember-session.ts';
import { callForAccount } from '../../../sync/worker/account-calls.ts';
import { type AccountEngine, NO_BOARD, startAccount } from '../../../sync/worker/account-engine.ts';
import { fakeMachine } from '../support/fake-machine.ts';
import { session } from '../support/session-data.ts';

describe('a late response to a renewal', () => {
  let device: DeviceDb;
  let record: AccountRecord;
  let answered: (reply: Reply<SessionData>) => void;
  let asked: Promise<void>;
  const machine = fakeMachine();
  const accounts: AccountEngine[] = [];

  beforeEach(async () => {
    device = deviceDb();
    await rememberSession(device, session('7', ['1']));
    const here = await currentAccount(device);
    if (here === undefined) throw new Error('Nobody is signed in');
    record = here;
  });
  afterEach(async () => {
    for (const account of accounts.splice(0)) account.stop();
    await device.dexie.delete();
  });

  /** Worker without a token, whose renewal is pending. */
  function parts() {
    let isAsked: () => void;
    asked = new Promise((resolve) => {
      isAsked = resolve;
    });
    const { clock, random, timers, lock, online } = machine.ports;
    const refresh = () => {
      isAsked();
      return new Promise<Reply<SessionData>>((resolve) => {
        answered = resolve;
      });
    };
    const unused = {
      signIn: none,
      signUp: none,
      signUpMode: none,
      checkInvite: none,
      acceptInvite: none,
      end: none,
    };
    return {
      device,
      session: { ...unused, refresh, token: () => undefined },
      http: { call: refused, stream: refused },
      socket: () => ({ connect: () => () => undefined }),
      machine: { clock, random, timers, lock },
      online,
    };
  }

  async function renewing(): Promise<void> {
    accounts.push(await startAccount(parts(), record, NO_BOARD));
    await machine.pass(1_000);
    await asked;
  }

  it('does not open the account again after a sign-out that kept it locked', async () => {
    await renewing();
    await device.session.delete('current');
    answered({ ok: true, value: session('7', ['1']) });
    await machine.pass(1_000);
    expect(await currentAccount(device)).toBeUndefined();
  });

  it('does not replace the session of a person who has signed in since', async () => {
    await renewing();
    await device.session.delete('current');
    await rememberSession(device, session('8', ['1']));
    answered({ ok: true, value: session('7', ['1']) });
    await machine.pass(1_000);
    expect(await currentAccount(device)).toMatchObject({ userId: '8' });
  });

  it('does not restore an account that a sign-out has removed from the device', async () => {
    await renewing();
    await device.session.delete('current');
    await device.accounts.clear();
    answered({ ok: true, value: session('7', ['1']) });
    await machine.pass(1_000);
    expect(await device.accounts.count()).toBe(0);
  });

  it('stores changes for the person who is still signed in', async () => {
    await renewing();
    answered({ ok: true, value: session('7', ['1', '2']) });
    await expect
      .poll(async () => (await accountsHere(device)).map(({ orgId }) => orgId))
      .toEqual(['1', '2']);
  });

  it('adds the organisation that a person without a token has just joined', async () => {
    let token: string | undefined;
    const call = callForAccount(
      {
        device,
        session: {
          ...parts().session,
          token: () => token,
          refresh: async () => {
            // The person joins between the first renewal and the second.
            const value = session('7', token === undefined ? ['1'] : ['1', '2']);
            token = 'new';
            return { ok: true, value };
          },
        },
        http: { call: async () => ({ ok: true, value: {} }), stream: refused },
      },
      { path: 'api/organization-invite/join/', renews: true },
    );
    expect((await call).ok).toBe(true);
    expect((await accountsHere(device)).map(({ orgId }) => orgId)).toEqual(['1', '2']);
  });

  it('of a call about the own account changes nothing either', async () => {
    const call = callForAccount(
      { ...parts(), session: { ...parts().session, token: () => 'old' } },
      { path: 'api/password/change/' },
    );
    await asked;
    await device.session.delete('current');
    answered({ ok: true, value: session('7', ['1']) });
    await call;
    expect(await currentAccount(device)).toBeUndefined();
  });
});

const refused = async (_call: Call) =>
  ({
    ok: false,
    failure: { kind: 'refused', status: 401, code: 'unauthenticated', message: '', details: {} },
  }) as const;

function none(): Promise<never> {
  return Promise.reject(new Error('Not used here'));
}
