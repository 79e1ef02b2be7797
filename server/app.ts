import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { CairnError } from '../model/shared/errors.ts';
import { PART_BYTES } from '../model/shared/file-limits.ts';
import { networkOf } from './auth/throttle.ts';
import { registerDeepHealth } from './ops/deep-health.ts';
import { type Health, registerHealth } from './ops/health.ts';
import { registerMetrics } from './ops/metrics.ts';
import { registerSockets } from './realtime/socket-route.ts';
import { errorBody, toCairnError } from './shared/errors.ts';
import { endsWithin, waitFor } from './shared/stopping.ts';
import { createServices } from './create-services.ts';
import { closeConnections, followRequests } from './http/close-connections.ts';
import { registerHeaders } from './http/headers.ts';
import { mutationRoutes } from './http/mutation-routes.ts';
import { registerDocs } from './http/openapi/register.ts';
import { createIdentityOf, type IdentityOf, registerRoutes } from './http/pipeline.ts';
import { RESOURCE_ROUTES } from './http/routes.ts';
import type { AppLimits, AppOptions, Services } from './http/services.ts';
import { sharedRequestLimit } from './http/shared-request-limit.ts';
import { registerShell, sendPage } from './http/shell.ts';
import { syncRoutes } from './http/sync-routes.ts';

/** The server without its port: `fastify.inject` calls it in the same process. */
const STOP_PATH = /^\/rest\/mail\/stop\//;

export interface App {
  readonly fastify: FastifyInstance;
  readonly services: Services;
  /** Every registered address; no other one is served. */
  readonly routes: readonly ServedRoute[];
  /**
   * Rejects new writes, finishes the accepted ones, closes the sockets. The database stays open. Connections and
   * attempts to send that do not end by themselves are ended after the times of `AppLimits.stop`.
   */
  readonly close: () => Promise<void>;
}

export interface ServedRoute {
  readonly method: string;
  /** With `:name` for parameters. */
  readonly url: string;
  readonly socket: boolean;
}

export async function createApp(options: AppOptions): Promise<App> {
  const { services, hub, rooms, health } = createServices(options);
  const fastify = createFastify(options, services.limits);
  const { apply } = services;
  const { authenticate } = services.auth;
  const identityOf = createIdentityOf(services.auth);
  const report = (error: unknown) => options.log?.warn({ err: error }, 'a socket failed');
  // Before any route: each uses the error handler that is set when it is registered.
  answerErrors(fastify, services, health);
  logCalls(fastify);
  const requests = followRequests(fastify);
  const served = listRoutes(fastify);
  await registerHeaders(fastify, { secure: options.publicUrl.startsWith('https:') });
  await registerPlugins(fastify, services, identityOf);
  const routes = [...RESOURCE_ROUTES, ...mutationRoutes(apply), ...syncRoutes(apply)];
  registerRoutes(fastify, routes, { services, identityOf });
  await registerDocs(fastify, routes);
  const chat = { rooms, services, apply, authenticate, report };
  await registerSockets(fastify, { hub, authenticate, report, chat });
  registerHealth(fastify, health);
  if (options.metricsToken !== undefined) {
    const monitoring = { services, health, token: options.metricsToken };
    registerMetrics(fastify, monitoring);
    registerDeepHealth(fastify, monitoring);
  }
  await registerShell(fastify, options);
  await fastify.ready();
  return {
    fastify,
    services,
    routes: served,
    close: async () => {
      hub.close();
      rooms.close();
      await closeServices(services, () =>
        closeConnections(fastify, {
          requests,
          grace: services.limits.stop.requestsMs,
          log: services.log,
        }),
      );
    },
  };
}

/**
 * Closes what works without a request, and the writer after everything that writes. The queues begin nothing more, also
 * for the requests that end meanwhile: what they hold is sent after the next start. An attempt that takes too long is
 * left, as by a crash: it is made again.
 */
async function closeServices(
  services: Services,
  closeRequests: () => Promise<void>,
): Promise<void> {
  const { log, limits, files, pusher, webhooks, digests, mailer, forwarder, writer } = services;
  const queues = Object.entries({ pusher, webhooks, digests, mailer, forwarder }).map(
    ([name, queue]) =>
      endsWithin(limits.stop.queuesMs, waitFor(log, { name }, queue.close())).then((ended) => {
        if (!ended) log?.warn({ waiting_for: name }, 'the stop does not wait any longer');
      }),
  );
  await closeRequests();
  files.close();
  await Promise.all(queues);
  await waitFor(log, { name: 'writes' }, writer.close());
}

function createFastify(options: AppOptions, limits: AppLimits): FastifyInstance {
  const shared = {
    bodyLimit: limits.bodyBytes,
    // The one proxy in front is trusted, but not the headers that a caller has sent to it.
    trustProxy: options.trustProxy === true && ((_address: string, hop: number) => hop === 0),
    genReqId: () => hex(options.random(8)),
    routerOptions: { ignoreTrailingSlash: true },
    // Fastify responds to an undecodable address before any hook: without headers, and with the address in the body.
    rewriteUrl: ({ url = '/' }: { url?: string | undefined }) =>
      isReadableAddress(url) ? url : UNREADABLE,
    forceCloseConnections: 'idle' as const,
    // One line per call is enough (see logCalls).
    logController: new LogController({ disableRequestLogging: true }),
  };
  return options.log === undefined
    ? Fastify(shared)
    : Fastify({ ...shared, loggerInstance: options.log });
}

async function registerPlugins(
  fastify: FastifyInstance,
  services: Services,
  identityOf: IdentityOf,
): Promise<void> {
  // The bytes of a part of a file (server/http/resources/files.ts); no other route accepts raw bytes.
  fastify.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: PART_BYTES },
    (_request, body, done) => done(null, body),
  );
  // Programs of mails send a form to the address that stops mails (RFC 8058); no other route accepts one.
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1_000 },
    (request, body, done) => {
      if (STOP_PATH.test(request.url))
        return done(null, Object.fromEntries(new URLSearchParams(String(body))));
      done(new CairnError({ code: 'invalid', message: 'The body is not JSON' }));
    },
  );
  await fastify.register(cookie);
  await fastify.register(compress, { threshold: 2_048, encodings: ['gzip', 'identity'] });
  await fastify.register(multipart, {
    limits: {
      fileSize: services.limits.bodyBytes,
      fieldSize: services.limits.bodyBytes,
      files: 20,
    },
  });
  const { requestCounts } = services.database;
  if (services.limits.requestsPerMinute > 0) {
    const report = (error: unknown) =>
      services.log?.warn({ err: error }, 'requests are counted alone');
    await fastify.register(rateLimit, {
      max: services.limits.requestsPerMinute,
      timeWindow: 60_000,
      // A first visit requests every file of the shell: an office behind one address would exceed the limit with them.
      ...(requestCounts !== undefined && {
        store: sharedRequestLimit({ counts: requestCounts, now: services.clock.now, report }),
      }),
      allowList: ({ method, url }) => method === 'GET' && url.startsWith('/assets/'),
      keyGenerator: (request) => callerKey(request, identityOf),
    });
  }
}

/**
 * Subject of the rate limit: a person's valid session, all tokens of a person together, otherwise the network address;
 * a made-up bearer is none of them.
 */
async function callerKey(request: FastifyRequest, identityOf: IdentityOf): Promise<string> {
  const identity = await identityOf(request);
  // A closed connection has no address any more.
  if (identity === undefined) return networkOf(String(request.ip));
  return 'sessionId' in identity ? `session ${identity.sessionId}` : `tokens ${identity.userId}`;
}

function listRoutes(fastify: FastifyInstance): readonly ServedRoute[] {
  const routes: ServedRoute[] = [];
  fastify.addHook('onRoute', ({ method, url, websocket }) => {
    for (const one of [method].flat())
      routes.push({ method: one, url, socket: websocket === true });
  });
  return routes;
}

function logCalls(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', async (request, reply) => {
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'call');
  });
}

function answerErrors(fastify: FastifyInstance, services: Services, health: Health): void {
  fastify.setErrorHandler((error, request, reply) => {
    health.noteFailure(error);
    const refusal = toCairnError(error);
    if (refusal.status >= 500) request.log.error({ err: error }, 'a call failed');
    const wait = refusal.details['retry_after'];
    if (typeof wait === 'number') reply.header('retry-after', String(wait));
    return reply
      .status(refusal.status)
      .header('cache-control', 'no-store')
      .send(errorBody(refusal, request.id));
  });
  fastify.setNotFoundHandler(async (request, reply) => {
    const { random, staticDir } = services;
    if (request.url === UNREADABLE) {
      throw new CairnError({ code: 'invalid', message: /*i18n*/ 'This address cannot be read' });
    }
    if (staticDir !== undefined && isPage(request.method, request.url)) {
      return sendPage(reply.status(200), { random, staticDir });
    }
    throw new CairnError({ code: 'not_found', message: /*i18n*/ 'Page not found' });
  });
}

/** Target of requests with an undecodable address. */
const UNREADABLE = '/rest/unreadable-address';

function isReadableAddress(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Addresses of the app itself: never those of calls, sockets, built files and the service worker. */
function isPage(method: string, url: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !/^\/(?:rest|ws|assets|icons|healthz|metrics|sw\.js)(?:[/?]|$)/.test(url);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
