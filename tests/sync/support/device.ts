import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { randomBytes } from 'node:crypto';
import type { Mutation } from '../../../model/mutations/define-mutation.ts';
import { newId } from '../../../model/shared/ids.ts';
import type { PushRequest } from '../../../model/protocol/messages.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import type { Http } from '../../../sync/browser/http.ts';
import { httpTransport } from '../../../sync/browser/transport.ts';
import { type EngineContext, type Step, streamsOf } from '../../../sync/engine/context.ts';
import type { FillPositions } from '../../../sync/engine/pull-control.ts';
import type { Ports } from '../../../sync/core/ports/ports.ts';
import type { Reply, Transport } from '../../../sync/core/ports/transport.ts';
import { syncPass } from '../../../sync/engine/sync-pass.ts';
import { actorOf } from '../../../sync/store/actor.ts';
import { type AccountDb, accountDb } from '../../../sync/store/database.ts';
import type { AccountRecord } from '../../../sync/store/device-db.ts';
import { dexieStore } from '../../../sync/store/dexie-store.ts';
import { writeLocally } from '../../../sync/store/local-write.ts';
import type { ActionContext } from '../../../sync/store/outbox-actions.ts';
import type { App } from '../../../server/app.ts';
import { copyStore } from '../../support/copy-store.ts';
import type { RestClient } from '../../support/rest-client.ts';

/** Faults that a test adds to the calls of a device. */
export interface Wire {
  offline: boolean;
  /** The request arrives and runs; its response is lost. */
  loseReplies: boolean;
  /** Responses in place of the server's; undefined passes the call to the server. */
  instead: Instead;
  /** Runs after the server has responded, before the device receives the response. */
  answered: (() => Promise<void> | void) | undefined;
  /** Names of the calls, in order. */
  readonly calls: (keyof Transport)[];
  readonly pushes: PushRequest[];
}

/** A call with a response from the test. */
export type Instead = {
  readonly [Name in keyof Transport]?: (
    ...query: Parameters<Transport[Name]>
  ) => Awaited<ReturnType<Transport[Name]>> | undefined;
};

/** A browser profile of one person with the real store and engine, whose calls go directly to the real server. */
export interface Device {
  readonly db: AccountDb;
  readonly context: EngineContext;
  readonly ports: Ports;
  readonly wire: Wire;
  readonly record: AccountRecord;
  readonly clock: { time: number };
  readonly mutate: <Args>(mutation: Mutation<Args>, args: Args) => Promise<Refusal | undefined>;
  readonly newId: () => string;
  /** Runs sync passes until nothing is left to do or one fails. */
  readonly sync: () => Promise<Step>;
  readonly actions: () => Promise<ActionContext>;
  /** The same disk with another process, as after a kill. */
  readonly restart: () => Device;
  /** Another browser with a copy of this one's disk. */
  readonly copy: () => Promise<Device>;
  readonly close: () => void;
}

interface DeviceOptions {
  readonly factory?: IDBFactory;
  readonly clock?: { time: number };
  /** Network state that the machine reports; true when missing. */
  readonly online?: boolean;
}

/** `server` returns the present app, which a restore replaces. */
export function createDevice(
  server: () => App,
  person: RestClient,
  options: DeviceOptions = {},
): Device {
  const factory = options.factory ?? new IDBFactory();
  const clock = options.clock ?? { time: Date.parse('2026-03-02T09:00:00Z') };
  const ids = {
    now: () => clock.time,
    randomBytes: (target: Uint8Array) => {
      target.set(randomBytes(target.length));
      return target;
    },
  };
  const record = recordOf(person);
  const db = accountDb(record.dbName, { indexedDB: factory, IDBKeyRange });
  const store = dexieStore(db, ids);
  const wire: Wire = {
    offline: false,
    loseReplies: false,
    instead: {},
    answered: undefined,
    calls: [],
    pushes: [],
  };
  const ports: Ports = {
    store,
    transport: watched(wire, transportTo(server, person)),
    clock: { now: () => clock.time },
    random: { next: () => 0.5 },
    timers: {
      after: (_milliseconds, task) => {
        const timer = setTimeout(task, 0);
        return () => clearTimeout(timer);
      },
    },
    lock: { run: (_name, _wait, work) => work(true) },
    online: {
      isOnline: () => options.online ?? true,
      isVisible: () => true,
      subscribe: () => () => undefined,
    },
    socket: { connect: () => () => undefined },
  };
  const account = { orgId: record.orgId, orgUserId: record.orgUserId };
  const context: EngineContext = {
    ports,
    account,
    hasLock: () => true,
    pushCalls: 200,
    currentBoard: () => null,
  };
  const behind = new Set<string>();
  const positions: FillPositions = new Map();
  return {
    db,
    context,
    ports,
    wire,
    record,
    clock,
    newId: () => newId(ids),
    mutate: async (mutation, args) =>
      writeLocally(store, {
        prepared: mutation.prepare(args),
        actor: await actorOf(db, record),
        at: clock.time,
      }),
    sync: async () => {
      for (const stream of streamsOf(account)) behind.add(stream);
      const size = { current: 200, most: 200 };
      const until = clock.time + 20_000;
      const step = await syncPass(context, {
        behind,
        size,
        until,
        positions,
        realtime: () => false,
        trims: true,
        reached: () => Promise.resolve(),
        busy: () => undefined,
      });
      return step;
    },
    actions: async () => ({ store, actor: await actorOf(db, record), at: clock.time }),
    restart: () => {
      db.dexie.close();
      return createDevice(server, person, { ...options, factory, clock });
    },
    copy: async () => {
      const copied = new IDBFactory();
      const name = record.dbName;
      await copyStore({ factory, name }, { factory: copied, name });
      return createDevice(server, person, { ...options, factory: copied, clock });
    },
    close: () => db.dexie.close(),
  };
}

/** The account record that a sign-in stores on the device. */
export function recordOf(person: RestClient): AccountRecord {
  return {
    key: `u:${person.orgId ?? ''}`,
    userId: 'u',
    orgId: person.orgId ?? '',
    orgUserId: person.orgUserId ?? '',
    orgName: 'Field Work',
    displayName: 'Ada',
    email: 'ada@field.test',
    level: 'Other',
    specialRole: false,
    access: { get_access: true, post_access: true, patch_access: true, delete_access: true },
    dbName: `account-${person.orgId ?? ''}-${person.orgUserId ?? ''}`,
    hadData: false,
    unsent: 0,
  };
}

/** The real transport over `inject` in place of a socket: requests and responses have the same bytes. */
function transportTo(server: () => App, person: RestClient): Transport {
  const http = injectHttp(server);
  const none = () => Promise.reject(new Error('Not used here'));
  const session = {
    signIn: none,
    signUp: none,
    signUpMode: none,
    checkInvite: none,
    acceptInvite: none,
    refresh: none,
    end: none,
    token: () => person.token,
  };
  const refused = { kind: 'refused', status: 401, code: 'unauthenticated' } as const;
  return httpTransport({
    http,
    session,
    orgId: person.orgId ?? '',
    refresh: () =>
      Promise.resolve({ ok: false, failure: { ...refused, message: '', details: {} } }),
  });
}

export function injectHttp(server: () => App): Http {
  const send = async ({ method, path, query, body, bytes, token }: Parameters<Http['call']>[0]) =>
    server().fastify.inject({
      method,
      url: `/rest/${path}`,
      ...(query !== undefined && { query: { ...query } }),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(bytes !== undefined && { 'content-type': 'application/octet-stream' }),
      },
      ...(body !== undefined && { payload: { ...body } }),
      ...(bytes !== undefined && { payload: Buffer.from(bytes) }),
    });
  const failure = (response: Awaited<ReturnType<typeof send>>) => {
    const { status, code, message, details } = response.json();
    return { kind: 'refused', status, code, message, details: details ?? {} } as const;
  };
  return {
    call: async (call) => {
      const response = await send(call);
      if (response.statusCode >= 300) return { ok: false, failure: failure(response) };
      return { ok: true, value: response.json() };
    },
    stream: async (call) => {
      const response = await send(call);
      if (response.statusCode >= 300) return { ok: false, failure: failure(response) };
      const blob = new Blob([new Uint8Array(response.rawPayload)]);
      return { ok: true, value: blob.stream() };
    },
  };
}

function watched(wire: Wire, transport: Transport): Transport {
  const through = async <T>(
    name: keyof Transport,
    instead: Reply<T> | undefined,
    call: () => Promise<Reply<T>>,
  ): Promise<Reply<T>> => {
    const network: Reply<T> = { ok: false, failure: { kind: 'network' } };
    wire.calls.push(name);
    if (wire.offline) return network;
    if (instead !== undefined) return instead;
    const reply = await call();
    if (reply.ok) await wire.answered?.();
    return wire.loseReplies ? network : reply;
  };
  return {
    push: (query) => {
      wire.pushes.push(query);
      return through('push', wire.instead.push?.(query), () => transport.push(query));
    },
    pull: (query) => through('pull', wire.instead.pull?.(query), () => transport.pull(query)),
    scope: (query) => through('scope', wire.instead.scope?.(query), () => transport.scope(query)),
    bootstrap: (query) =>
      through('bootstrap', wire.instead.bootstrap?.(query), () => transport.bootstrap(query)),
    check: (query) => through('check', wire.instead.check?.(query), () => transport.check(query)),
    refresh: () => through('refresh', wire.instead.refresh?.(), () => transport.refresh()),
  };
}
