import { expect, it } from 'vitest';
import { parseActivityPage } from '../../../model/protocol/account.ts';
import { refuse } from '../../../model/shared/errors.ts';
import { accountCalls } from '../../../sync/client/account-calls.ts';

it('a response that cannot be parsed is an internal fault, not invalid input', async () => {
  const calls = accountCalls(() =>
    Promise.resolve({ ok: true, value: { status: 200, data: 'x' } }),
  );
  const activity = calls.request({ method: 'GET', path: 'activity/list/' }, parseActivityPage);
  for (const call of [calls.sessions(), calls.address(), activity]) {
    await expect(call).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringMatching(/^This version of Cairn cannot read/),
    });
  }
  const silly = accountCalls(() => Promise.resolve({ ok: true, value: 'x' }));
  await expect(silly.endSession('1')).rejects.toMatchObject({ code: 'internal' });
});

it('a refusal has the server’s message', async () => {
  const refusal = refuse('bad_credentials', 'The password is not right');
  const calls = accountCalls(() => Promise.resolve({ ok: false, refusal }));
  await expect(calls.verifyAddress()).rejects.toMatchObject(refusal);
});
