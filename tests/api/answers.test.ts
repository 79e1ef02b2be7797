import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { openDatabase } from '../../server/store/open.ts';
import { PASSWORD, signIn } from '../support/rest-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type CallShape, everyCall } from './matrix/calls.ts';
import { fillTenant, ownBody, type Tenant } from './matrix/tenant.ts';
import { rowOfPath, valueOf } from './matrix/values.ts';

const MANY = { burst: 1_000_000, refillMs: 1 };

/** Calls that need a mail, a cookie, a browser, an identity provider, a second factor or a secret address: their own tests check their responses. */
const ELSEWHERE =
  /organization-invite|password-reset\/(?:look|confirm)|email-address\/confirm|session\/token|push\/register|files\/:id$|calendar\/:id|organization-archive\/:id|mail\/stop|factor\/(?:totp\/(?:confirm|remove)|recovery\/renew|passkey\/(?:create|remove)|reset)|passkey\/sign-in|own-proof\/.|sso\/(?:start|callback|finish|logout|update|domain\/verify)|sync\/(?:bootstrap|push)|member-sessions\/end|own-data\/:id|erasure\/(?:list|plan)/;
/** Filters that would match no row of a small organisation. */
const NARROW = new Set(
  'tags before after page slug created_at kind group row from to scope'.split(' '),
);

/** The row of some calls, when it is not the default one. */
const EXPECTED_TEXT: readonly (readonly [RegExp, string, Readonly<Record<string, unknown>>?])[] = [
  [/user-login/, '', { email: 'founder@answers.test', password: PASSWORD }],
  [/push\/forget/, '', { message_token: 'none' }],
  [/complete\/$/, 'half_files'],
  [/invitation-resend/, 'pending', { resend: true }],
  [/invitation-revoke/, 'pending', { revoked: true }],
  [/mail-digest\/set/, '', { digest: 'daily', reminders: true, time_zone: 'UTC' }],
  [/api\/profile/, 'founder', { display_name: 'Ada Field' }],
  [/set-document/, '', { document: '' }],
  [/security-log\/export/, '', { group: 'exports', format: 'json' }],
  // The existing row belongs to another person; deleting a missing one succeeds.
  [/notification-clear/, 'absent'],
  [/message-react/, '', { emoji: '👍', on: true }],
  [/reminder-read/, '', { ids: ['none'], upto: '2026-03-02T08:00:00Z' }],
  [/note-tag-edit/, '', { name: 'Gear' }],
  [/notification-read/, '', { ids: ['none'], upto: '2026-03-02T08:00:00Z', read: true }],
  [/todo-move/, '', { rank: 'V' }],
  [/comment-restore/, '', { restored: 'Once more' }],
];

it('every response has exactly the fields of its description', async () => {
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
  const tenant = await fillTenant(setup, 'ANSWERS');
  const invited = await tenant.team.founder.post('api/org-user-invite/', {
    email: 'pending@answers.test',
    role: tenant.book.ids.get('roles'),
  });
  tenant.book.remember('pending', invited.body.data.id);
  tenant.book.remember('absent', 'none');
  tenant.book.remember('founder', tenant.book.orgUserId);
  const judge = await describedAnswers(setup);
  const silent: string[] = [];
  let serial = 100;
  const shapes = await everyCall(setup.app);
  for (const shape of shapes.toSorted((left, right) => turnOf(left) - turnOf(right))) {
    if (ELSEWHERE.test(shape.path)) continue;
    serial += 1;
    const reply = await call(setup, tenant, shape, serial);
    const name = `${shape.method} ${shape.path} ${shape.mutation ?? ''}`;
    if (reply.status >= 300) silent.push(`${name} ${reply.status} ${reply.text.slice(0, 200)}`);
    else expect.soft(judge(shape, reply.status, JSON.parse(reply.text)), name).toBe('');
    if (/password|email|session|logout/.test(shape.path)) {
      await signIn(tenant.team.founder, 'founder@answers.test');
    }
  }
  expect(silent, 'calls that nothing is known of').toEqual([]);
  await setup.close();
}, 120_000);

/** Reads first, then creates, changes, archives and deletes. */
function turnOf({ method, mutation, path }: CallShape): number {
  // Before a new sign-in or a change of the password, which end the session or the token that the call is about.
  if (/(?:session|token)\/end\/$/.test(path)) return -1;
  if (path.endsWith('token/rotate/')) return -2;
  if (method === 'GET') return 0;
  // It deletes the deliveries, too.
  if (path.endsWith('webhook/end/')) return 6;
  if (/restore/.test(mutation ?? '')) return 5;
  if (/delete|archive|active|revoke|remove/.test(mutation ?? ''))
    return method === 'DELETE' ? 6 : 4;
  return method === 'POST' || method === 'PUT' ? 1 : 2;
}

async function describedAnswers(
  setup: TestApp,
): Promise<(shape: CallShape, status: number, body: unknown) => string> {
  const document = (await setup.app.fastify.inject('/rest/openapi.json')).json();
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  const isSync = (path: string) => path.startsWith('/rest/sync/');
  const paths = Object.entries(document.paths);
  const own = { ...document, paths: Object.fromEntries(paths.filter(([path]) => !isSync(path))) };
  const sync = Object.fromEntries(paths.filter(([path]) => isSync(path)));
  ajv.addSchema({ $id: 'api', ...closed(own) });
  // Rows for a device are sent as stored and may have further fields.
  ajv.addSchema({ $id: 'sync', paths: sync, components: document.components });
  return ({ method, path }, status, body) => {
    const place = [path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase()].map(pointer);
    const answer = ['responses', String(status), 'content', 'application/json', 'schema'].map(
      pointer,
    );
    const reference = [
      path.startsWith('/rest/sync/') ? 'sync#' : 'api#',
      'paths',
      ...place,
      ...answer,
    ].join('/');
    return ajv.validate({ $ref: reference }, body)
      ? ''
      : ajv.errorsText(ajv.errors?.slice(0, 6) ?? null);
  };
}

/** The same description, strict about unknown fields. */
function closed(document: unknown) {
  return JSON.parse(JSON.stringify(document), (_name, value) =>
    value?.type === 'object' &&
    value.required?.length > 0 &&
    value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  );
}

function pointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

async function call(
  { app }: TestApp,
  { team, book }: Tenant,
  shape: CallShape,
  serial: number,
): Promise<{ readonly status: number; readonly text: string }> {
  const source = { book, word: `Answer${serial}`, serial };
  const about = EXPECTED_TEXT.find(([of]) =>
    of.test(`${shape.path} ${shape.mutation ?? ''}`.trim()),
  );
  const named = book.ids.get(about?.[1] ?? '');
  const id = shape.params.length === 0 ? '' : (named ?? rowOfPath(shape.path, book) ?? 'none');
  const query = new URLSearchParams({ organization_accesskey_id: book.orgId });
  for (const name of shape.method === 'GET' ? shape.query : []) {
    const value =
      NARROW.has(name) || name.startsWith('is_') ? undefined : valueOf(name, shape, source);
    if (value !== undefined) query.set(name, String(value));
  }
  const payload =
    shape.method === 'PUT' ? Buffer.from('hello') : (about?.[2] ?? ownBody(shape, source));
  const hasBody = shape.method !== 'GET' && shape.method !== 'DELETE';
  const reply = await app.fastify.inject({
    method: methodOf(shape.method),
    url: `${shape.path.replace(':n', '0').replace(/:\w+/, encodeURIComponent(id))}?${query.toString()}`,
    headers: {
      authorization: `Bearer ${team.founder.token}`,
      ...(shape.method === 'PUT' && { 'content-type': 'application/octet-stream' }),
    },
    ...(hasBody && { payload }),
  });
  return { status: reply.statusCode, text: reply.body };
}

function methodOf(method: string) {
  const known = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as const;
  return known.find((one) => one === method) ?? 'GET';
}
