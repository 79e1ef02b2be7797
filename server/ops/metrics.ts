import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { CairnError } from '../../model/shared/errors.ts';
import type { Services } from '../http/services.ts';

/** Seconds; a call that only reads takes milliseconds, a first download up to some seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * `GET /metrics` in Prometheus' text format for holders of the token (docs/OPERATING.md). Labels are methods, route
 * patterns and statuses: no address, no id, no people's text.
 */
export function registerMetrics(
  fastify: FastifyInstance,
  { services, token }: { readonly services: Services; readonly token: string },
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureCalls(fastify, registry);
  measureWrites(fastify, registry, services);
  measureMail(registry, services);
  // Number of open sockets of this process.
  new Gauge({
    name: 'cairn_sockets_open',
    help: 'Open WebSockets of this process',
    registers: [registry],
    collect() {
      this.set(fastify.websocketServer.clients.size);
    },
  });
  fastify.get('/metrics', async (request, reply) => {
    if (!isSame(request.headers.authorization, `Bearer ${token}`)) {
      throw new CairnError({ code: 'unauthenticated', message: 'The metrics need their token' });
    }
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

function measureCalls(fastify: FastifyInstance, registry: Registry): void {
  const calls = new Histogram({
    name: 'cairn_http_call_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    calls.observe(labels, reply.elapsedTime / 1000);
  });
}

function measureWrites(fastify: FastifyInstance, registry: Registry, services: Services): void {
  const commits = new Counter({
    name: 'cairn_commits_total',
    help: 'Transactions on disk, each of one or many writes',
    registers: [registry],
  });
  const unsubscribe = services.writer.subscribe(() => commits.inc());
  fastify.addHook('onClose', async () => unsubscribe());
}

function measureMail(registry: Registry, { database, clock }: Services): void {
  const queue = database.db.selectFrom('mail_queue');
  new Gauge({
    name: 'cairn_mail_waiting',
    help: 'Mails that wait to be sent',
    registers: [registry],
    async collect() {
      const { waiting } = await queue
        .select(({ fn }) => fn.countAll<number>().as('waiting'))
        .executeTakeFirstOrThrow();
      this.set(Number(waiting));
    },
  });
  // With a query of its own: a value set by another gauge appears one scrape late.
  new Gauge({
    name: 'cairn_mail_oldest_seconds',
    help: 'Waiting time of the oldest unsent mail',
    registers: [registry],
    async collect() {
      const { since } = await queue
        .select(({ fn }) => fn.min('written_at').as('since'))
        .executeTakeFirstOrThrow();
      this.set(since === null ? 0 : (clock.now() - Number(since)) / 1000);
    },
  });
}

/** Compares digests, so that the duration reveals nothing about the token. */
function isSame(given: string | undefined, wanted: string): boolean {
  if (given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
