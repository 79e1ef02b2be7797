import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../support/for-each-database.ts';
import { openDatabase } from '../../server/store/open.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { everyCall, everySocket } from './matrix/calls.ts';
import { fillTenant } from './matrix/tenant.ts';
import { rowOfPath, valueOf } from './matrix/values.ts';
import { SPEC_CALLS, SPEC_SOCKETS, type SpecCall } from './spec-calls.ts';

const setups: TestApp[] = [];
afterEach(async () => {
  for (const setup of setups.splice(0)) await setup.close();
});

it('every row of both specifications’ tables is served and described with its fields', async () => {
  const setup = await startTestApp(await openDatabase({ memory: true }));
  setups.push(setup);
  const shapes = await everyCall(setup.app);
  for (const { method, path, query = [], body = [] } of SPEC_CALLS) {
    const served = shapes.filter((one) => one.method === method && one.path === `/rest/${path}`);
    expect.soft(served, `${method} ${path}`).not.toEqual([]);
    const known = served.flatMap((one) => [...one.query, ...one.body]);
    for (const name of [...query, ...body]) expect.soft(known, `${method} ${path}`).toContain(name);
  }
  for (const path of SPEC_SOCKETS) expect.soft(everySocket(setup.app)).toContain(path);
});

forEachDatabase('a client written from the specification alone', (open) => {
  it('finds the specified fields in the response to every row of both tables', async () => {
    const setup = await startTestApp(await open(), { limits: { requestsPerMinute: 0 } });
    setups.push(setup);
    const { team, book } = await fillTenant(setup, 'SPEC');
    // A conversation and a channel of the founder with messages.
    const group = book.ids.get('groups') ?? '';
    await team.founder.post('message/create/', { group, message: 'Good morning' });
    let serial = 0;
    for (const call of ordered(SPEC_CALLS)) {
      serial += 1;
      const shape = {
        path: `/rest/${call.path}`,
        mutation: call.method === 'GET' ? undefined : '',
      };
      const value = (name: string) => {
        if (name === 'slug') return undefined;
        if (call.path === 'groups/members/') return 'SPEC-group-create';
        if (name === 'email' && call.path.includes('user-login')) return 'founder@spec.test';
        if (name === 'id') return rowOfPath(shape.path, book);
        const own = name.includes('organization_user_id') || name.startsWith('created_by');
        return own ? book.orgUserId : valueOf(name, shape, { book, word: `W${serial}`, serial });
      };
      const id = call.path.includes(':id') ? String(value('id')) : '';
      const path = call.path.replace(':id', encodeURIComponent(id));
      const query = given(call.query ?? [], value);
      const reply = await send(setup, {
        call,
        url: `/rest/${path}?${queryText({ organization_accesskey_id: book.orgId, ...query })}`,
        token: team.founder.token ?? '',
        fields: given(call.body ?? [], value),
      });
      const name = `${call.method} ${call.path} ${JSON.stringify(call.body ?? query)}`;
      expect.soft(reply.status, `${name} ${reply.text}`).toBe(call.status ?? 200);
      for (const read of call.reads) {
        expect.soft(has(reply.json, read.split('.')), `${name} reads ${read}`).toBe(true);
      }
    }
  }, 300_000);
});

/** Rows are read before they are deleted; signing out comes last. */
function ordered(calls: readonly SpecCall[]): readonly SpecCall[] {
  const late = ({ method, path, body = [] }: SpecCall) =>
    path === 'api/logout/' ? 2 : method === 'DELETE' || body.includes('deleted') ? 1 : 0;
  return calls.toSorted((left, right) => late(left) - late(right));
}

function given(
  names: readonly string[],
  value: (name: string) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    names.map((name) => [name, value(name)] as const).filter(([, one]) => one !== undefined),
  );
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
}

interface Sent {
  readonly call: SpecCall;
  readonly url: string;
  readonly token: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * As the specification requires: forms for multipart calls, JSON elsewhere; no header of our own.
 */
async function send(
  { app }: TestApp,
  { call, url, token, fields }: Sent,
): Promise<{ readonly status: number; readonly text: string; readonly json: unknown }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) form.append(name, String(one));
  }
  const encoded = new Response(form);
  const isForm = call.form === true;
  const reply = await app.fastify.inject({
    method: call.method,
    url,
    headers: {
      ...(/user-login|user-organization-create/.test(url)
        ? {}
        : { authorization: `Bearer ${token}` }),
      ...(isForm ? { 'content-type': encoded.headers.get('content-type') ?? '' } : {}),
    },
    ...(call.body === undefined
      ? {}
      : { payload: isForm ? Buffer.from(await encoded.arrayBuffer()) : fields }),
  });
  return { status: reply.statusCode, text: reply.body, json: reply.json() };
}

/** True if a name exists; in a list that is not empty, in its first item. */
function has(value: unknown, [name = '', ...rest]: readonly string[]): boolean {
  const list = name.endsWith('[]');
  const own = list ? name.slice(0, -2) : name;
  if (typeof value !== 'object' || value === null) return false;
  const found = Object.entries(value).find(([key]) => key === own)?.[1];
  if (found === undefined) return false;
  if (!list) return rest.length === 0 || has(found, rest);
  if (!Array.isArray(found)) return false;
  return rest.length === 0 || (found.length > 0 && has(found[0], rest));
}
