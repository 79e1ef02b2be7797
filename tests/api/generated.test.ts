import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '../../model/shared/errors.ts';
import { openDatabase } from '../../server/store/open.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type CallShape, everyCall } from './matrix/calls.ts';
import { fillTenant, ownBody, type Tenant } from './matrix/tenant.ts';
import { rowOfPath, valueOf } from './matrix/values.ts';
import { changesBetween, stateOf } from './matrix/watch.ts';

const MANY = { burst: 1_000_000, refillMs: 1 };

interface Field {
  readonly name: string;
  readonly schema: object;
  /** In the specification, and not read by the server. */
  readonly isUnused: boolean;
}

/** One bad body of a call, as JSON text. */
interface Bad {
  readonly why: string;
  readonly text: string;
}

/** Values of every type; those that a field accepts are left out. */
const TYPES: readonly unknown[] = [true, 1.5, { of: { what: 1 } }, [[{ deep: true }]]];

it('every call rejects unknown, mistyped, unclean, too long and too deep fields with the usual error and writes nothing', async () => {
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
  const tenant = await fillTenant(setup, 'GENERATED');
  const fieldsOf = await describedFields(setup);
  const found: string[] = [];
  let calls = 0;
  for (const shape of await everyCall(setup.app)) {
    const before = await stateOf(setup, tenant, true);
    const fields = fieldsOf(shape);
    const bad = shape.method === 'GET' ? badQueries(shape) : badBodies(shape, fields, tenant);
    for (const { why, text } of bad) {
      calls += 1;
      const { status, body } = await send(setup, tenant, shape, text);
      const isClear =
        status >= 400 &&
        status < 500 &&
        body.status === status &&
        ERROR_CODES.some((code) => code === body.code) &&
        typeof body.message === 'string' &&
        body.message !== '' &&
        typeof body.request_id === 'string';
      if (!isClear) {
        found.push(
          `${shape.method} ${shape.path} (${shape.mutation ?? ''}) ${why}: ${status} ${JSON.stringify(body).slice(0, 160)}`,
        );
      }
    }
    const written = changesBetween(before, await stateOf(setup, tenant, true), () => false);
    found.push(...written.slice(0, 2).map((row) => `${shape.method} ${shape.path} wrote ${row}`));
  }
  expect(found).toEqual([]);
  expect(calls).toBeGreaterThan(2_000);
  await setup.close();
}, 300_000);

async function describedFields(setup: TestApp): Promise<(shape: CallShape) => readonly Field[]> {
  const { paths } = (await setup.app.fastify.inject('/rest/openapi.json')).json();
  return ({ method, path, body }) => {
    const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const schema = operation?.requestBody?.content['application/json']?.schema;
    return body.map((name) => {
      const known = schema?.properties?.[name] ?? {};
      return { name, schema: known, isUnused: /not used/.test(known.description ?? '') };
    });
  };
}

function badBodies(shape: CallShape, fields: readonly Field[], tenant: Tenant): readonly Bad[] {
  const base = ownBody(shape, { book: tenant.book, word: 'Generated', serial: 9 });
  const withField = (name: string, value: unknown) => JSON.stringify({ ...base, [name]: value });
  const ajv = new Ajv({
    strict: false,
    formats: { uuid: true, email: true, 'date-time': true, date: true, uri: true },
  });
  const of = ({ name, schema, isUnused }: Field): readonly Bad[] => [
    { why: `NUL in ${name}`, text: withField(name, 'a\u0000b') },
    { why: `half a sign in ${name}`, text: withField(name, 'a\uD800b') },
    { why: `depth of ${name}`, text: withField(name, nested(30)) },
    ...(isUnused
      ? []
      : [
          { why: `length of ${name}`, text: withField(name, 'x'.repeat(60_000)) },
          ...TYPES.filter((value) => !ajv.validate(schema, value)).map((value) => ({
            why: `type of ${name}: ${JSON.stringify(value)}`,
            text: withField(name, value),
          })),
        ]),
  ];
  return [
    { why: 'an unknown field', text: withField('not_a_field', 'x') },
    { why: 'an unknown field alone', text: '{"not_a_field":"x"}' },
    { why: 'NUL in a name', text: withField('a\u0000', 'x') },
    { why: 'no object', text: '[1]' },
    { why: 'a text', text: '"x"' },
    { why: 'no JSON', text: '{"name":' },
    { why: 'a depth of 5,000', text: `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}` },
    { why: 'length of the body', text: withField('not_a_field', 'x'.repeat(2_100_000)) },
    ...fields.flatMap(of),
  ];
}

/**
 * Filters are texts: a filter of the wrong type is handled by the filter itself and only narrows
 * the result.
 */
function badQueries(shape: CallShape): readonly Bad[] {
  return [
    // Identity providers add values of their own.
    ...(shape.path.endsWith('sso/callback/')
      ? []
      : [{ why: 'an unknown filter', text: 'not_a_filter=1' }]),
    ...shape.query.map((name) => ({ why: `NUL in ${name}`, text: `${name}=a%00b` })),
  ];
}

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { a: nested(levels - 1) };
}

async function send(
  { app }: TestApp,
  { book, team }: Tenant,
  shape: CallShape,
  text: string,
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const id = shape.params.length === 0 ? '' : (rowOfPath(shape.path, book) ?? 'none');
  const path = shape.path.replace(':n', '0').replaceAll(/:\w+/g, encodeURIComponent(id));
  const isRead = shape.method === 'GET';
  const given = shape.query.map(
    (name) => [name, valueOf(name, shape, { book, word: 'Generated', serial: 9 })] as const,
  );
  const needed = isRead
    ? given.filter(([name, value]) => value !== undefined && !text.startsWith(`${name}=`))
    : [];
  const query = new URLSearchParams([
    ['organization_accesskey_id', book.orgId],
    ...needed.map(([name, value]) => [name, String(value)]),
  ]);
  const reply = await app.fastify.inject({
    method: methodOf(shape.method),
    url: `${path}?${query.toString()}${isRead ? `&${text}` : ''}`,
    headers: {
      authorization: `Bearer ${team.founder.token}`,
      ...(!isRead && { 'content-type': 'application/json' }),
    },
    ...(!isRead && { payload: text }),
  });
  const isJson = /application\/json/.test(String(reply.headers['content-type']));
  return { status: reply.statusCode, body: isJson ? reply.json() : {} };
}

function methodOf(method: string) {
  const known = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as const;
  return known.find((one) => one === method) ?? 'GET';
}
