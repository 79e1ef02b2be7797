import { expect, it } from 'vitest';
import type { Http } from '../../../sync/browser/http.ts';
import { createSession } from '../../../sync/browser/session.ts';

/** Server whose sign-ins return these people in turn. */
function serverOf(...people: readonly number[]): Http {
  const waiting = [...people];
  const none = () => Promise.reject(new Error('Not used here'));
  return {
    call: async () => {
      const id = waiting.shift() ?? 0;
      const user = { id, display_name: '', email: '' };
      const token = { access_token: `token-${id}`, expires_at: 0, session_id: 's' };
      return { ok: true, value: { status: 200, data: { user, organizations: [], ...token } } };
    },
    stream: none,
  };
}

it('the token of one person is never returned for another, whichever way it came into the tab', async () => {
  const session = createSession(serverOf(1, 2, 1));
  await session.signIn({ email: 'a@b.test', password: 'x' });
  expect(session.token('1')).toBe('token-1');
  expect(session.token('2')).toBeUndefined();
  // The cookie is another person's by now: another tab signed them in.
  await session.refresh();
  expect(session.token('1')).toBeUndefined();
  expect(session.token('2')).toBe('token-2');
  await session.refresh();
  expect(session.token('1')).toBe('token-1');
});

it('the same key is sent until a response arrives, and a new one for the next call', async () => {
  const keys: unknown[] = [];
  const server = serverOf(1, 1);
  let isLost = true;
  const session = createSession({
    ...server,
    call: async (call) => {
      keys.push(call.body?.['retry_key']);
      return isLost ? { ok: false, failure: { kind: 'network' } } : server.call(call);
    },
  });
  const accept = () => session.acceptInvite({ token: 'link', password: 'x' });
  expect((await accept()).ok).toBe(false);
  isLost = false;
  expect((await accept()).ok).toBe(true);
  await accept();
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
