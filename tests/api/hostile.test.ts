import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '../../server/store/open.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type CallShape, everyCall, everySocket } from './matrix/calls.ts';
import { fillTenant, ownBody, type Tenant } from './matrix/tenant.ts';
import { rowOfPath, valueOf } from './matrix/values.ts';
import { createPulse, type Pulse, slowness } from './pulse.ts';

const setups: TestApp[] = [];
afterEach(async () => {
  for (const setup of setups.splice(0)) await setup.close();
});

const MANY = { burst: 1_000_000, refillMs: 1 };
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_121);

/** Maximum time in milliseconds for which one request may block the others. */
const LONGEST_TURN = 200;

async function start(): Promise<{
  readonly setup: TestApp;
  readonly tenant: Tenant;
  readonly pulse: Pulse;
}> {
  const setup = await startTestApp(await openDatabase({ memory: true }), {
    limits: {
      requestsPerMinute: 0,
      auth: {
        perAddress: MANY,
        perAccount: MANY,
        perDevice: MANY,
        mailsPerAddress: MANY,
        invitations: MANY,
        invitationsPerAddress: MANY,
      },
    },
  });
  setups.push(setup);
  return { setup, tenant: await fillTenant(setup, 'HOSTILE'), pulse: createPulse() };
}

function expectShortTurns(pulse: Pulse): void {
  const { took, what } = pulse.longest();
  const isShort = took < LONGEST_TURN * slowness();
  expect(isShort ? '' : `${what}: ${took} ms`).toBe('');
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer | object;
}

async function status({ app }: TestApp, tenant: Tenant, call: Call): Promise<number> {
  const { founder } = tenant.team;
  const reply = await app.fastify.inject({
    method:
      call.method === 'GET'
        ? 'GET'
        : call.method === 'PATCH'
          ? 'PATCH'
          : call.method === 'DELETE'
            ? 'DELETE'
            : call.method === 'PUT'
              ? 'PUT'
              : 'POST',
    url: call.url,
    headers: { authorization: `Bearer ${founder.token}`, ...call.headers },
    ...(call.payload === undefined ? {} : { payload: call.payload }),
  });
  return reply.statusCode;
}

/** Pasted text, scanner payloads, and text that databases reject. */
const CORPUS: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uFEFF',
  '\u202Egnp.exe',
  'Z\u0351\u036B\u0343'.repeat(50),
  "' or 1=1; --",
  '${7*7}{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'x'.repeat(100_000),
  '9'.repeat(400),
  '1e309',
  '-0',
  Number.MAX_SAFE_INTEGER + 2,
  -1,
  0.1,
  1e308,
  true,
  null,
  [],
  {},
  [[[[[[[[[[]]]]]]]]]],
  Array.from({ length: 5_000 }, () => 'x'),
  { constructor: { prototype: { polluted: true } } },
  '{"__proto__":{"polluted":true}}',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
];

const hostile = fc.oneof(
  fc.constantFrom(...CORPUS),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

function idOf(shape: CallShape, { book }: Tenant): string {
  return shape.params.length === 0 ? '' : (rowOfPath(shape.path, book) ?? 'none');
}

it('no content of any field or filter breaks a call: it is accepted or rejected', async () => {
  const { setup, tenant, pulse } = await start();
  const shapes = (await everyCall(setup.app)).filter(
    ({ path }) => !/logout|session\/end/.test(path),
  );
  const found: string[] = [];
  let calls = 0;
  for (const shape of shapes) {
    const samples = fc.sample(
      fc.record({
        values: fc.array(hostile, { minLength: 3, maxLength: 3 }),
        id: hostile,
        turn: fc.nat(20),
      }),
      { numRuns: 6, seed: SEED },
    );
    for (const { values, id, turn } of samples) {
      const source = { book: tenant.book, word: `h-${calls}`, serial: calls };
      const names = shape.body.length > 0 ? shape.body : shape.query;
      const bad = values.flatMap((value, index) => {
        const name = names[(turn + index) % Math.max(1, names.length)];
        return name === undefined ? [] : [[name, value] as const];
      });
      const own = idOf(shape, tenant);
      const path = shape.path.replace(
        /:\w+/,
        encodeURIComponent(turn % 4 === 0 ? String(textOf(id)).toWellFormed() : own),
      );
      const query = new URLSearchParams({ organization_accesskey_id: tenant.book.orgId });
      if (shape.method === 'GET') {
        for (const name of shape.query) query.set(name, String(valueOf(name, shape, source) ?? ''));
        for (const [name, value] of bad) query.set(name, textOf(value).toWellFormed());
      }
      const call: Call = {
        method: shape.method,
        url: `${path}?${query.toString()}`,
        ...(shape.method === 'GET' || shape.method === 'DELETE'
          ? {}
          : { payload: { ...ownBody(shape, source), ...Object.fromEntries(bad) } }),
      };
      const code = await pulse.during(`${call.method} ${call.url.slice(0, 200)}`, () =>
        status(setup, tenant, call),
      );
      calls += 1;
      if (code >= 500)
        found.push(
          `${code} ${call.method} ${call.url.slice(0, 200)} ${JSON.stringify(bad).slice(0, 200)}`,
        );
    }
  }
  expect(found, `seed ${SEED}`).toEqual([]);
  expect(calls).toBeGreaterThan(600);
  expectShortTurns(pulse);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
}, 300_000);

it('a body of any content is rejected with a reason and the server keeps running', async () => {
  const { setup, tenant, pulse } = await start();
  const form = 'multipart/form-data; boundary=cut';
  const part = (name: string, value: string) =>
    `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const bodies: readonly (readonly [string, string | Buffer])[] = [
    ['application/json', '{'],
    ['application/json', 'null'],
    ['application/json', '[]'],
    ['application/json', '"text"'],
    ['application/json', '{"name":"a","name":"b"}'],
    ['application/json', '{"__proto__":{"polluted":1}}'],
    ['application/json', '{"constructor":{"prototype":{"polluted":1}}}'],
    ['application/json', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['application/json', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    [
      'application/json',
      JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_v, i) => [`f${i}`, i]))),
    ],
    ['application/json', `{"name":"${'x'.repeat(2_100_000)}"}`],
    ['application/json', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['application/json; charset=utf-16', '{"name":"a"}'],
    ['text/xml', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'],
    ['application/x-www-form-urlencoded', 'name=a'],
    ['nonsense', 'x'],
    [form, ''],
    [form, '--cut'],
    [form, part('name', 'a')],
    [form, `${part('name', 'a')}--cut--`],
    [form, `${part('__proto__', 'a')}--cut--`],
    [form, `${Array.from({ length: 3_000 }, (_v, i) => part(`f${i}`, 'x')).join('')}--cut--`],
    [form, `${part('n'.repeat(5_000), 'x')}--cut--`],
    [form, `--cut\r\n${'x-h: y\r\n'.repeat(5_000)}\r\n\r\nv\r\n--cut--`],
    ['multipart/form-data', part('name', 'a')],
    [`multipart/form-data; boundary=${'b'.repeat(300)}`, 'x'],
    [
      form,
      Buffer.concat([
        Buffer.from(
          '--cut\r\ncontent-disposition: form-data; name="document"; filename="../../x\u0000.svg"\r\n\r\n',
        ),
        Buffer.alloc(50_000, 0xff),
        Buffer.from('\r\n--cut--'),
      ]),
    ],
  ];
  const found: string[] = [];
  for (const path of [
    'task/create/',
    'workspace/create/',
    'note/create/',
    'sync/push',
    'api/user-login/',
    'nothing/',
  ]) {
    for (const [type, payload] of bodies) {
      const code = await pulse.during(`${path} ${type} ${payload.length}`, () =>
        status(setup, tenant, {
          method: 'POST',
          url: `/rest/${path}?organization_accesskey_id=${tenant.book.orgId}`,
          headers: { 'content-type': type },
          payload,
        }),
      );
      if (code >= 500 || code < 400) {
        const isWhole = code === 200 && path === 'workspace/create/';
        if (!isWhole) found.push(`${code} ${path} ${type} ${payload.toString().slice(0, 60)}`);
      }
    }
  }
  expect(found).toEqual([]);
  expectShortTurns(pulse);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  expect((await setup.app.fastify.inject('/healthz')).statusCode).toBe(200);
}, 300_000);

it('a frame of any content closes the socket or is ignored, and the server keeps running', async () => {
  const { setup, tenant, pulse } = await start();
  const { founder } = tenant.team;
  const frames = [
    ...fc.sample(fc.string({ unit: 'binary', maxLength: 300 }), { numRuns: 15, seed: SEED }),
    ...CORPUS.map((one) => JSON.stringify(one)),
    JSON.stringify({ type: 'hello', token: founder.token, organization: {}, schema: 'x' }),
    JSON.stringify({ type: 'new_message', message: { deep: [1] } }),
    JSON.stringify({ type: 'new_message', message: 'x'.repeat(7_000) }),
    JSON.stringify({ type: 'nothing_known' }),
    'x'.repeat(20_000),
  ];
  for (const route of everySocket(setup.app)) {
    const url = route.replaceAll(
      /:\w+/g,
      route.includes('group') ? (tenant.book.ids.get('groups') ?? '') : tenant.book.otherUserId,
    );
    for (const frame of frames) {
      const query = `token=${founder.token}&organization_accesskey_id=${tenant.book.orgId}`;
      const socket = await setup.app.fastify
        .injectWS(`${url}?${query}`, { headers: { host: 'cairn.test' } })
        .catch(() => undefined);
      if (socket === undefined) continue;
      socket.on('error', () => undefined);
      await pulse.during(`${route} ${frame.slice(0, 100)}`, async () => {
        socket.send(frame);
        socket.send(Buffer.from(frame));
        await sleep(2);
      });
      socket.terminate();
    }
  }
  expectShortTurns(pulse);
  expect((await setup.app.fastify.inject('/healthz')).statusCode).toBe(200);
  expect((await founder.get('users/')).status).toBe(200);
}, 300_000);

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
