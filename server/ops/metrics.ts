import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from '../http/services.ts';
import type { BackupStatus } from '../shared/operations.ts';
import { requireOperator } from './operator.ts';
import { readMailQueue, readSecurityQueue } from './queues.ts';

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
  measureBackups(registry, services);
  measureFiles(registry, services);
  measureSecurityLog(registry, services);
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
    requireOperator(request, token);
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
  new Gauge({
    name: 'cairn_mail_waiting',
    help: 'Mails that wait to be sent',
    registers: [registry],
    async collect() {
      this.set((await readMailQueue(database.db, clock.now())).waiting);
    },
  });
  // With a query of its own: a value set by another gauge appears one scrape late.
  new Gauge({
    name: 'cairn_mail_oldest_seconds',
    help: 'Waiting time of the oldest unsent mail',
    registers: [registry],
    async collect() {
      this.set((await readMailQueue(database.db, clock.now())).oldestMs / 1000);
    },
  });
}

function measureSecurityLog(registry: Registry, { database, clock }: Services): void {
  new Gauge({
    name: 'cairn_security_oldest_seconds',
    help: 'Waiting time of the oldest event of the security log that another system has not accepted',
    registers: [registry],
    async collect() {
      this.set((await readSecurityQueue(database.db, clock.now())).oldestMs / 1000);
    },
  });
}

function measureFiles(registry: Registry, { files }: Services): void {
  new Gauge({
    name: 'cairn_files_foreign',
    help: '1 while the bucket of files belongs to another database, and nothing is removed from it',
    registers: [registry],
    collect() {
      this.set(Number(files.isForeign()));
    },
  });
}

/** Only in a server that makes backups by itself: an alert without a series does not fire. */
function measureBackups(registry: Registry, { operations, clock }: Services): void {
  const read = operations?.backups;
  if (read === undefined) return;
  const gauge = (name: string, help: string, valueOf: (status: BackupStatus) => number) => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(valueOf(read()));
      },
    });
  };
  gauge(
    'cairn_backup_age_seconds',
    'Time since the start of the newest verified backup, or since the start of the process while there is none',
    ({ newest, since }) => (clock.now() - (newest?.at ?? since)) / 1000,
  );
  gauge(
    'cairn_backup_interval_seconds',
    'Time between two backups',
    ({ intervalMs }) => intervalMs / 1000,
  );
  gauge('cairn_backup_failed', '1 while the last attempt to make a backup has failed', (status) =>
    status.failure === undefined ? 0 : 1,
  );
  gauge(
    'cairn_backup_missing_files',
    'Attached files that the newest backup lacks',
    ({ newest }) => newest?.files?.missing ?? 0,
  );
}
