import { expect, it } from 'vitest';
import { refuse } from '../../../model/shared/errors.ts';
import { accountCalls } from '../../../sync/client/account-calls.ts';

it('an answer nobody understands is a fault, not something the person typed wrong', async () => {
  const calls = accountCalls(() =>
    Promise.resolve({ ok: true, value: { status: 200, data: 'x' } }),
  );
  for (const call of [calls.sessions(), calls.address(), calls.activity({})]) {
    await expect(call).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringMatching(/^The server answered something/),
    });
  }
  const silly = accountCalls(() => Promise.resolve({ ok: true, value: 'x' }));
  await expect(silly.endSession('1')).rejects.toMatchObject({ code: 'internal' });
});

it('a refusal comes with the words of the server', async () => {
  const refusal = refuse('bad_credentials', 'The password is not right');
  const calls = accountCalls(() => Promise.resolve({ ok: false, refusal }));
  await expect(calls.verifyAddress()).rejects.toMatchObject(refusal);
});
