import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '../../../server/store/open.ts';
import { PASSWORD, signUpForm } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

type Headers = Readonly<Record<string, unknown>>;

/** The score of Mozilla's Observatory: an A+ from 100 on, and bonuses count only from 90 on. */
function observatory(headers: Headers, cookies: readonly string[]): number {
  const policy = directivesOf(String(headers['content-security-policy'] ?? ''));
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? ['*'];
  const everything = [...policy.values()].flat();
  const isUnsafe = (source: string) => /unsafe-|^\*$|^https?:$/.test(source);
  const age = Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1] ?? 0);
  const penalties = [
    policy.size === 0 ? -25 : scripts.some(isUnsafe) ? -20 : 0,
    age === 0 ? -20 : age < 15_552_000 ? -10 : 0,
    headers['x-content-type-options'] === 'nosniff' ? 0 : -5,
    headers['access-control-allow-origin'] === undefined ? 0 : -50,
    /unsafe-url|no-referrer-when-downgrade/.test(String(headers['referrer-policy'])) ? -5 : 0,
    cookies.every((cookie) => /; Secure/i.test(cookie) && /; HttpOnly/i.test(cookie)) ? 0 : -20,
  ];
  const framing = policy.get('frame-ancestors')?.join() === "'none'";
  const bonuses = [
    everything.some((source) => source.includes('unsafe-'))
      ? 0
      : policy.get('default-src')?.join() === "'none'"
        ? 10
        : 5,
    /^(?:no-referrer|same-origin|strict-origin)/.test(String(headers['referrer-policy'])) ? 5 : 0,
    framing ? 5 : 0,
    cookies.length > 0 && cookies.every((cookie) => /; SameSite=(?:Lax|Strict)/i.test(cookie))
      ? 5
      : 0,
    headers['cross-origin-resource-policy'] === 'same-origin' ? 10 : 0,
  ];
  const score = 100 + sum(penalties);
  return score < 90 ? score : score + sum(bonuses);
}

function directivesOf(policy: string): ReadonlyMap<string, readonly string[]> {
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/));
  return new Map(parts.flatMap(([name = '', ...rest]) => (name === '' ? [] : [[name, rest]])));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((left, right) => left + right, 0);
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of open.splice(0).toReversed()) await step();
});

async function serve(publicUrl: string): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-dist-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__" /><title>Cairn</title>',
  );
  writeFileSync(join(folder, 'assets', 'main-1a2b3c.js'), '// code');
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database, { staticDir: folder, publicUrl });
  open.push(async () => {
    await setup.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return setup;
}

it('behind TLS every kind of response gets an A+ by the Observatory’s rules', async () => {
  const { app } = await serve('https://cairn.test');
  const signUp = await app.fastify.inject({
    method: 'POST',
    url: '/rest/api/user-organization-create/',
    payload: signUpForm('ada@field.test', 'Field'),
  });
  const signIn = await app.fastify.inject({
    method: 'POST',
    url: '/rest/api/user-login/',
    payload: { email: 'ada@field.test', password: PASSWORD },
  });
  const cookies = [signIn.headers['set-cookie'] ?? []].flat();
  expect(cookies.length).toBeGreaterThan(0);
  expect(observatory(signUp.headers, cookies)).toBeGreaterThanOrEqual(100);
  for (const url of [
    '/',
    '/signup',
    '/index.html',
    '/assets/main-1a2b3c.js',
    '/rest/docs/',
    '/rest/openapi.json',
    '/rest/project/list/',
    '/rest/nothing/',
    '/healthz',
  ]) {
    const { headers } = await app.fastify.inject({
      method: 'GET',
      url,
      headers: { origin: 'https://elsewhere.test' },
    });
    expect.soft(observatory(headers, cookies), url).toBeGreaterThanOrEqual(130);
    expect.soft(headers['x-frame-options'], url).toBe('DENY');
    expect.soft(headers['cross-origin-opener-policy'], url).toBe('same-origin');
    expect.soft(headers['cross-origin-embedder-policy'], url).toBe('require-corp');
    expect.soft(headers['permissions-policy'], url).toContain('camera=(self)');
    expect.soft(headers['permissions-policy'], url).toContain('geolocation=(self)');
    expect.soft(headers['permissions-policy'], url).toContain('microphone=(self)');
    expect.soft(headers['permissions-policy'], url).toContain('display-capture=()');
    const types = url === '/rest/docs/' ? [] : ["'script'"];
    const policy = directivesOf(String(headers['content-security-policy']));
    expect.soft(policy.get('require-trusted-types-for') ?? [], url).toEqual(types);
    expect.soft(headers['content-security-policy'], url).not.toContain('unsafe-');
  }
});

it('the grading works: a policy with unsafe-inline, no HSTS and open CORS get no A+', () => {
  const good = {
    'content-security-policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
  expect(observatory(good, [])).toBe(130);
  const bad = [
    { 'content-security-policy': "script-src 'self' 'unsafe-inline'" },
    { 'content-security-policy': '' },
    { 'strict-transport-security': undefined },
    { 'access-control-allow-origin': '*' },
  ];
  for (const change of bad) expect(observatory({ ...good, ...change }, [])).toBeLessThan(100);
  expect(observatory(good, ['session=1; HttpOnly'])).toBeLessThan(100);
});

it('without TLS no header mentions TLS', async () => {
  const { app } = await serve('http://cairn.test');
  const { headers } = await app.fastify.inject('/signup');
  expect(headers['strict-transport-security']).toBeUndefined();
});

it('the styles of a page need the nonce of its response, which no 304 reuses', async () => {
  const { app } = await serve('https://cairn.test');
  const nonces = new Set<string>();
  for (const url of ['/signup', '/index.html', '/signup']) {
    const { headers, body } = await app.fastify.inject(url);
    const nonce = /nonce="([\w-]{24})"/.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers.etag).toBeUndefined();
    expect(headers['last-modified']).toBeUndefined();
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

it('preflights of other sites get no permission, unlike those of our own', async () => {
  const { app } = await serve('https://cairn.test');
  const { headers, statusCode } = await app.fastify.inject({
    method: 'OPTIONS',
    url: '/rest/task/create/',
    headers: { origin: 'https://elsewhere.test', 'access-control-request-method': 'POST' },
  });
  expect(statusCode).toBe(404);
  expect(headers['access-control-allow-origin']).toBeUndefined();
});
