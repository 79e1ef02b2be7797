import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { checkLogoutToken } from '../../../server/sso/logout-token.ts';

const ISSUER = 'https://login.example';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const RIGHT = { sub: 'ada', sid: 'one', jti: 'x', events: { [EVENT]: {} } };

it('a logout token has the type, the event, a person or a session, an end, and no nonce', async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256' }] };
  const check = async (
    claims: object,
    { typ = 'logout+jwt', issuer = ISSUER, audience = 'cairn', end = '2m' } = {},
  ) => {
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', typ })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(end)
      .sign(privateKey);
    return checkLogoutToken(token, { issuer: ISSUER, clientId: 'cairn', keys });
  };
  expect(await check(RIGHT)).toEqual({ subject: 'ada', sid: 'one', jti: 'x' });
  expect(await check({ ...RIGHT, sid: undefined })).toMatchObject({ subject: 'ada' });
  const wrong = [
    check(RIGHT, { typ: 'JWT' }),
    check(RIGHT, { issuer: 'https://elsewhere.example' }),
    check(RIGHT, { audience: 'another client' }),
    check(RIGHT, { end: '-10m' }),
    check({ ...RIGHT, nonce: 'n' }),
    check({ ...RIGHT, events: {} }),
    check({ ...RIGHT, jti: undefined }),
    check({ ...RIGHT, sub: undefined, sid: undefined }),
  ];
  expect(await Promise.all(wrong)).toEqual(wrong.map(() => undefined));
});
