import { TOTP } from 'otpauth';
import { PASSWORD, type RestClient } from '../../support/rest-client.ts';
import type { TestApp } from '../../support/test-app.ts';
import { ok } from './team.ts';

/** Sets up an authenticator app for a person; returns the code that it shows now. */
export async function addAuthenticator(
  { clock }: TestApp,
  client: RestClient,
): Promise<() => string> {
  const { secret } = ok(await client.post('api/factor/totp/begin/', { password: PASSWORD })).body
    .data;
  const app = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 });
  const code = () => app.generate({ timestamp: clock.time });
  ok(await client.post('api/factor/totp/confirm/', { code: code() }));
  return code;
}
