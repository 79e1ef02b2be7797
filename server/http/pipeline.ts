import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { parseAt } from '../../model/shared/parse.ts';
import { isCleanText } from '../../model/shared/text.ts';
import {
  type AuthenticateToken,
  isApiToken,
  type TokenAccess,
  type TokenIdentity,
} from '../auth/api-token-rows.ts';
import { loadMember, requireActor } from '../writer/actor.ts';
import { requireCleanText } from '../shared/clean-text.ts';
import { readFields } from './form.ts';
import { withRefusalsLogged } from './refusals.ts';
import { noOrganization } from '../shared/no-organization.ts';
import type { Services } from './services.ts';

/** Caller: the person and the session of the bearer. */
export interface Identity {
  readonly userId: string;
  readonly sessionId: string;
}

/** Finds the person and session of a bearer; undefined for an unknown or expired one. */
export type Authenticate = (token: string) => Promise<Identity | undefined>;

/** Who calls: a person with a session, or a program with a token. */
export type Caller = Identity | TokenIdentity;

export type IdentityOf = (request: FastifyRequest) => Promise<Caller | undefined>;

export interface PublicContext<Query, Body> {
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Query without `organization_accesskey_id`. */
  readonly query: Query;
  readonly body: Body;
  readonly params: Readonly<Record<string, string>>;
}

/** With the organisation of `organization_accesskey_id` and the caller's rights in it, read for this call. */
export interface TenantContext<Query, Body> extends PublicContext<Query, Body> {
  readonly actor: Actor;
}

/** The same for a call that needs a session. */
export interface SessionContext<Query, Body> extends TenantContext<Query, Body> {
  readonly identity: Identity;
}

/** Context of a call about the caller's own account, which works with and without an organisation. */
export interface AccountContext<Query, Body> extends PublicContext<Query, Body> {
  readonly identity: Identity;
  /** The caller's rights in the organisation that the call names; undefined when it names none. */
  readonly actor: Actor | undefined;
}

/** `{status, message, data}` with the fields that the specification reads by other names. */
export interface Answer {
  readonly status?: number;
  readonly message?: string;
  readonly data?: unknown;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body outside the specification's frame: sync responses, streams. */
export interface PlainAnswer {
  readonly plain: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface RouteInput<Context, QuerySchema, BodySchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Behind `/rest/`, with `:name` for parameters, slashes as the specification writes them. */
  readonly path: string;
  /** One line for the API description. */
  readonly summary: string;
  /** Strict: unknown names are rejected. */
  readonly query: QuerySchema;
  readonly body: BodySchema;
  /** Fields of a form that may contain a file: they arrive as `FormUpload`. */
  readonly files?: readonly string[];
  /** Sends bytes uncompressed, because ranges of them must fit. */
  readonly raw?: boolean;
  readonly handle: (context: Context) => Promise<Answer | PlainAnswer>;
}

interface TenantInput<Context, QuerySchema, BodySchema> extends RouteInput<
  Context,
  QuerySchema,
  BodySchema
> {
  /** Access that a token needs; undefined: `read` for a GET, `write` for every other method. */
  readonly token?: TokenAccess;
  /** A call about what belongs to a person: no token of an organisation may make it. */
  readonly isPersonal?: boolean;
}

/** A route without its type parameters, ready to be registered and described. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly access: 'public' | 'account' | 'tenant';
  /** Access with which a program's token may call it; undefined: it needs a session, or nothing. */
  readonly token: TokenAccess | undefined;
  /** True: no token of an organisation may call it. */
  readonly isPersonal?: boolean;
  readonly raw?: boolean;
  readonly query: v.GenericSchema;
  readonly body: v.GenericSchema;
  readonly run: (call: Call) => Promise<Answer | PlainAnswer>;
}

/** A request in the pipeline. */
export interface Call {
  readonly services: Services;
  readonly identityOf: IdentityOf;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const queryRecord = v.record(v.string(), v.unknown());

/** For routes that read nothing from query or body. */
export const NOTHING = v.strictObject({});

export function publicRoute<Q extends v.GenericSchema, B extends v.GenericSchema>(
  input: RouteInput<PublicContext<v.InferOutput<Q>, v.InferOutput<B>>, Q, B>,
): Route {
  return {
    ...input,
    access: 'public',
    token: undefined,
    run: async (call) => input.handle(await validated(call, input)),
  };
}

export function tenantRoute<Q extends v.GenericSchema, B extends v.GenericSchema>(
  input: TenantInput<TenantContext<v.InferOutput<Q>, v.InferOutput<B>>, Q, B>,
): Route {
  const { token = input.method === 'GET' ? 'read' : 'write', isPersonal = false } = input;
  return {
    ...input,
    access: 'tenant',
    token,
    run: async (call) => {
      const caller = await callerOf(call);
      requireAccess(caller, token);
      if (isPersonal) requirePerson(caller);
      const actor = await actorOf(call, caller);
      return withRefusalsLogged(call.services, refusedBy(actor, call, input), async () => {
        const context = await validated(call, { ...input, sender: actor });
        return input.handle({ ...context, actor });
      });
    },
  };
}

/** A call about an organisation that needs a session: no token may make it, whatever its access. */
export function sessionRoute<Q extends v.GenericSchema, B extends v.GenericSchema>(
  input: RouteInput<SessionContext<v.InferOutput<Q>, v.InferOutput<B>>, Q, B>,
): Route {
  return {
    ...input,
    access: 'tenant',
    token: undefined,
    run: async (call) => {
      const identity = await identify(call);
      const actor = await actorOf(call, identity);
      return withRefusalsLogged(call.services, refusedBy(actor, call, input), async () => {
        const context = await validated(call, { ...input, sender: actor });
        return input.handle({ ...context, identity, actor });
      });
    },
  };
}

function refusedBy(
  actor: Actor,
  { request }: Call,
  { method, path }: Pick<Route, 'method' | 'path'>,
) {
  return { actor, request, call: `${method} ${path}` };
}

/**
 * A call about the caller's own account. `organization_accesskey_id` is optional; a foreign organisation is rejected
 * as in every other call.
 */
export function accountRoute<Q extends v.GenericSchema, B extends v.GenericSchema>(
  input: RouteInput<AccountContext<v.InferOutput<Q>, v.InferOutput<B>>, Q, B>,
): Route {
  return {
    ...input,
    access: 'account',
    token: undefined,
    run: async (call) => {
      const identity = await identify(call);
      const actor = namesOrganization(call) ? await memberOf(call, identity) : undefined;
      return input.handle({ ...(await validated(call, input)), identity, actor });
    },
  };
}

/** The pipeline of each call: limit, authenticate, tenant, validate, then the route: authorise, apply, present. */
export function registerRoutes(
  fastify: FastifyInstance,
  routes: readonly Route[],
  deps: Pick<Call, 'services' | 'identityOf'>,
): void {
  for (const route of routes) {
    fastify.route({
      method: route.method,
      url: `/rest/${route.path}`,
      ...(route.raw === true && { compress: false as const }),
      handler: async (request, reply) => {
        const answer = await route.run({ ...deps, request, reply });
        return send(reply, answer);
      },
    });
  }
}

export function send(reply: FastifyReply, answer: Answer | PlainAnswer): unknown {
  reply.headers({ 'cache-control': 'no-store', ...answer.headers });
  if ('plain' in answer) return answer.plain;
  const { status = 200, message = 'OK', data = null, fields } = answer;
  reply.status(status);
  return { status, message, data, ...fields };
}

/** Rejects with `unauthenticated` unless the call has a valid bearer or token. */
async function callerOf(call: Call): Promise<Caller> {
  const identity = await call.identityOf(call.request);
  if (identity === undefined) {
    throw new CairnError({ code: 'unauthenticated', message: /*i18n*/ 'Please sign in again' });
  }
  return identity;
}

/** Rejects with `unauthenticated` without a valid bearer, and with `forbidden` a program that has a token. */
async function identify(call: Call): Promise<Identity> {
  const caller = await callerOf(call);
  if ('sessionId' in caller) return caller;
  throw new CairnError({ code: 'forbidden', message: NO_SESSION });
}

function requireAccess(caller: Caller, needed: TokenAccess): void {
  if ('sessionId' in caller || caller.access === 'write' || needed === 'read') return;
  throw new CairnError({ code: 'forbidden', message: READ_ONLY });
}

function requirePerson(caller: Caller): void {
  if ('sessionId' in caller || !caller.isProgram) return;
  throw new CairnError({ code: 'forbidden', message: NO_PERSON });
}

const NO_PERSON = 'A token of an organisation may not make this call: it is about a person';
const NO_SESSION = 'A token may not make this call: sign in';
const READ_ONLY = 'This token may read, and not write';

/**
 * Finds the identity of a request's bearer with one read per request, shared with the rate limit. A token counts in
 * this header alone: addresses are written into logs.
 */
export function createIdentityOf({
  authenticate,
  authenticateToken,
}: {
  readonly authenticate: Authenticate;
  readonly authenticateToken: AuthenticateToken;
}): IdentityOf {
  const identityFor = (bearer: string): Promise<Caller | undefined> =>
    isApiToken(bearer) ? authenticateToken(bearer) : authenticate(bearer);
  const asked = new WeakMap<FastifyRequest, Promise<Caller | undefined>>();
  return async (request) => {
    const known = asked.get(request);
    if (known !== undefined) return known;
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    const isBearer = scheme?.toLowerCase() === 'bearer' && token !== undefined && token !== '';
    const asking = isBearer ? identityFor(token) : Promise.resolve(undefined);
    asked.set(request, asking);
    return asking;
  };
}

/** Rejects with the same `not_found` for a missing and a foreign organisation, and for one that a token is not for. */
async function actorOf(call: Call, caller: Caller): Promise<Actor> {
  const { orgId } = splitQuery(call.request.query);
  if ('tokenId' in caller && caller.orgId !== orgId) throw noOrganization();
  if (orgId === undefined) throw noOrganization();
  const { database, clock } = call.services;
  return requireActor(database.read, { orgId, userId: caller.userId }, clock.now());
}

/**
 * The same for a call about the own account, which a member may make without the second factor that the organisation
 * demands: they set it up by such calls.
 */
async function memberOf(call: Call, { userId }: Identity): Promise<Actor> {
  const { orgId } = splitQuery(call.request.query);
  const actor = orgId && (await loadMember(call.services.database.read, { orgId, userId }));
  if (actor === undefined || actor === '') throw noOrganization();
  return actor;
}

function namesOrganization({ request }: Call): boolean {
  return Object.hasOwn(parseAt(queryRecord, request.query ?? {}), 'organization_accesskey_id');
}

/** The organisation of a call, and the rest of its query. */
export function splitQuery(query: unknown): {
  readonly orgId: string | undefined;
  readonly rest: Readonly<Record<string, unknown>>;
} {
  const { organization_accesskey_id: orgId, ...rest } = parseAt(queryRecord, query ?? {});
  const isId = typeof orgId === 'string' && orgId !== '' && isCleanText(orgId);
  return { orgId: isId ? orgId : undefined, rest };
}

async function validated<Q extends v.GenericSchema, B extends v.GenericSchema>(
  call: Call,
  {
    query,
    body,
    files,
    sender,
  }: {
    readonly query: Q;
    readonly body: B;
    readonly files?: readonly string[];
    /** Undefined for public calls, which receive no files. */
    readonly sender?: Actor;
  },
): Promise<PublicContext<v.InferOutput<Q>, v.InferOutput<B>>> {
  const { services, request, reply } = call;
  const { rest } = splitQuery(request.query);
  const params = parseAt(v.record(v.string(), v.string()), request.params ?? {});
  requireCleanText({ ...rest, ...params });
  const { limits, receive, discard } = services.files;
  const intake =
    files === undefined || sender === undefined
      ? undefined
      : {
          fields: files,
          limit: limits.fileBytes,
          receive: (bytes: AsyncIterable<Uint8Array>, name: string) =>
            receive(bytes, { name, orgId: sender.orgId, userId: sender.userId }),
          discard,
        };
  const fields = request.method === 'GET' ? {} : await readFields(request, intake);
  return {
    services,
    request,
    reply,
    params,
    query: parseAt(query, rest),
    body: parseAt(body, fields),
  };
}
