import { freshId } from '../../server/support/team.ts';
import type { Actor } from './actors.ts';
import type { CallShape } from './calls.ts';
import { FILE_FIELDS, type Tenant } from './tenant.ts';
import { type Book, rowOfPath, valueOf } from './values.ts';

/** The owner of the ids and the organisation in a call. */
export const KINDS = [
  'own',
  'bare',
  'foreign',
  'foreign organisation',
  'mixed',
  'doubled',
  'missing',
  'malformed',
] as const;
export type Kind = (typeof KINDS)[number];

/** One request, ready to be sent. */
export interface Probe {
  readonly method: string;
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Sent instead of a body. */
  readonly bytes?: Buffer;
}

/** Malformed ids. */
const MALFORMED = [
  "1' or '1'='1",
  '../../../etc/passwd',
  '-1',
  '0',
  '9'.repeat(400),
  '%',
  '_%',
  '*',
  '1e0',
  ' 1',
  '01',
  'null',
  '[object Object]',
  '🂡',
  '\u202E',
  '{"$ne":null}',
  'org:1',
  'x"; drop table tasks; --',
] as const;

export interface Aim {
  readonly actor: Actor;
  readonly victim: Tenant;
  readonly kind: Kind;
  /** Makes texts differ from call to call. */
  readonly serial: number;
}

export function probeOf(shape: CallShape, { actor, victim, kind, serial }: Aim): Probe {
  const own = actor.own;
  const sourceOf = (book: Book) => ({ book, word: `probe-${serial}`, serial });
  const pick = (name: string, index: number): unknown => {
    const theirs = valueOf(name, shape, sourceOf(victim.book));
    const mine = valueOf(name, shape, sourceOf(own));
    switch (kind) {
      case 'own':
        return mine;
      case 'bare':
        return shape.method === 'GET' ? undefined : mine;
      case 'foreign':
      case 'foreign organisation':
        return theirs;
      case 'mixed':
        return index % 2 === 0 ? theirs : mine;
      case 'doubled':
        return theirs === undefined ? undefined : [mine, theirs].flat();
      case 'missing':
        return theirs === mine ? mine : undefined;
      case 'malformed':
        return MALFORMED[(serial + index) % MALFORMED.length];
    }
  };
  const fieldsOf = (names: readonly string[]) =>
    names
      .map((name, index) => [name, pick(name, index)] as const)
      .filter(([, value]) => value !== undefined);
  const path = shape.params.reduce(
    (text, name) =>
      text.replace(
        `:${name}`,
        name === 'n' ? '0' : encodeURIComponent(pathId(shape, { actor, victim, kind, serial })),
      ),
    shape.path,
  );
  const query = new URLSearchParams();
  for (const [name, value] of [...organisation(kind, actor, victim), ...fieldsOf(shape.query)]) {
    for (const one of [value].flat()) query.append(name, String(one));
  }
  const fresh =
    shape.body.includes('id') && shape.method === 'POST' && shape.mutation !== undefined;
  // Their row with plain words in it: with a file, the file alone might cause the refusal.
  const names = kind === 'foreign' ? shape.body.filter(isPlain) : shape.body;
  const body = { ...Object.fromEntries(fieldsOf(names)), ...(fresh ? { id: freshId() } : {}) };
  return {
    method: shape.method,
    url: `${path}?${query.toString()}`,
    body: shape.method === 'GET' || shape.method === 'DELETE' ? undefined : body,
    ...(shape.method === 'PUT' && { bytes: Buffer.from('hello') }),
  };
}

function isPlain(name: string, _index: number, all: readonly string[]): boolean {
  return !FILE_FIELDS.has(name) || all.length === 1;
}

function organisation(
  kind: Kind,
  { client, own }: Actor,
  { book }: Tenant,
): readonly (readonly [string, unknown])[] {
  const name = 'organization_accesskey_id';
  const mine = client.orgId ?? own.orgId;
  if (kind === 'missing') return [];
  if (kind === 'malformed') return [[name, "1' or '1'='1"]];
  if (kind === 'foreign organisation') return [[name, book.orgId]];
  return kind === 'doubled' ? [[name, [mine, book.orgId]]] : [[name, mine]];
}

function pathId(shape: CallShape, { actor, victim, kind, serial }: Aim): string {
  const theirs = rowOfPath(shape.path, victim.book) ?? freshId();
  if (kind === 'own' || kind === 'bare') return rowOfPath(shape.path, actor.own) ?? freshId();
  if (kind === 'missing') return freshId();
  return kind === 'malformed' ? (MALFORMED[serial % MALFORMED.length] ?? '') : theirs;
}

/** The actor's own rows, read again: whether they contain data of others. */
export function ownReads(
  shapes: readonly CallShape[],
  { own, client }: Pick<Actor, 'own' | 'client'>,
): readonly Probe[] {
  const orgId = client.orgId ?? own.orgId;
  const tail = `organization_accesskey_id=${orgId}`;
  const lists = shapes.filter(({ method, params }) => method === 'GET' && params.length === 0);
  const paths = [
    ...lists.map(({ path }) => `${path}?`),
    ...[`org:${orgId}`, `user:${client.orgUserId ?? own.orgUserId}`].map(
      (stream) => `/rest/sync/bootstrap?stream=${stream}&`,
    ),
    ...[`org:${orgId}`, `user:${client.orgUserId ?? own.orgUserId}`].map(
      (stream) => `/rest/sync/pull?stream=${stream}&since=0&`,
    ),
  ];
  return paths.map((path) => ({ method: 'GET', url: `${path}${tail}`, body: undefined }));
}

/** The sync calls name streams and scopes; each scope of the organisation is requested. */
export function syncProbes(
  { book }: Tenant,
  scopes: readonly string[],
  org: string,
): readonly Probe[] {
  const streams = [`org:${book.orgId}`, `user:${book.orgUserId}`];
  const tail = `organization_accesskey_id=${org}`;
  const get = (path: string): Probe => ({
    method: 'GET',
    url: `/rest/sync/${path}${path.includes('?') ? '&' : '?'}${tail}`,
    body: undefined,
  });
  return streams.flatMap((stream) => [
    get(`pull?stream=${stream}&since=0`),
    get(`check?stream=${stream}`),
    get(`bootstrap?stream=${stream}`),
    ...scopes.flatMap((scope) => {
      const name = encodeURIComponent(scope);
      return [
        get(`scope/${name}?stream=${stream}`),
        get(`bootstrap?stream=${stream}&first=${name}`),
        get(`scope/${name}?stream=${stream}&before=999999`),
        get(`check?stream=${stream}&scope=${name}`),
        {
          method: 'POST',
          url: `/rest/sync/check?${tail}`,
          body: { stream, scope, unchanged_since: 0, tasks: [] },
        } as const,
      ];
    }),
  ]);
}

/** Every write in one push of a device, each call with the body of its single probe. */
export function pushProbe(
  shapes: readonly CallShape[],
  aim: Aim,
  stream: { readonly name: string; readonly epoch: string; readonly org: string },
): Probe {
  const writes = shapes.filter(({ mutation }) => mutation !== undefined).slice(0, 199);
  return {
    method: 'POST',
    url: `/rest/sync/push?organization_accesskey_id=${stream.org}`,
    body: {
      client_id: `device-${aim.serial}-${freshId()}`,
      stream: stream.name,
      epoch: stream.epoch,
      ack_through: 0,
      schema: 1,
      pending: writes.length,
      calls: writes.map((shape, index) => {
        const { method, url, body = {} } = probeOf(shape, aim);
        const path = (url.split('?')[0] ?? '').replace('/rest/', '');
        return { seq: index + 1, method, path, body };
      }),
    },
  };
}
