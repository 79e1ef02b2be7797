import type { Kysely } from 'kysely';
import { entityOf } from '../../model/entities/registry.ts';
import type { RowRef } from '../../model/mutations/define-mutation.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { SecretBox } from '../shared/secret-box.ts';
import type { Machine } from '../shared/machine.ts';
import { queueWorker } from '../shared/queue-worker.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import type { Writer, WriteTx } from '../writer/writer-types.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  isStillSent,
  nextDeliveryAt,
  releaseDeliveries,
  settleDelivery,
} from './deliveries.ts';
import { hookRow, kindsOf } from './hooks.ts';
import type { WebhookSender } from './http-sender.ts';
import { signedHeaders } from './signature.ts';

/** What a call has changed. */
export interface AppliedWrite {
  readonly actor: Actor;
  /** Names of the mutations. */
  readonly mutations: readonly string[];
  readonly ref: RowRef;
  readonly version: number;
}

export interface Webhooks {
  /** Queues the deliveries of a write in its own transaction. Returns whether there are any. */
  readonly note: (tx: WriteTx, write: AppliedWrite) => Promise<boolean>;
  /** Sends what is due; called when the queue may have changed. */
  readonly wake: () => void;
  /** Reads the webhooks again, after a change of theirs. */
  readonly reload: () => Promise<void>;
  /** Resolves when every due delivery has been tried. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface WebhooksDeps {
  readonly database: Database;
  readonly writer: Writer;
  readonly machine: Machine;
  readonly secrets: SecretBox;
  readonly send: WebhookSender;
  readonly report: (error: unknown) => void;
}

interface KnownHook {
  readonly id: string;
  readonly kinds: readonly string[];
}

/** The webhooks that this process knows are read again after this time: another process may have changed them. */
const KNOWN_MS = 5_000;
/** Scopes of rows whose changes are sent; never conversations, notifications and personal rows. */
const SENT_SCOPES = /^(?:directory$|admin$|project:|workspace:)/;

/**
 * Sends what happens in an organisation to its webhooks. The deliveries of a write are queued in its own transaction,
 * so that neither exists without the other, and sent after the commit; each at least once. An organisation without
 * webhooks costs its writes nothing: the webhooks are known in memory.
 */
export function startWebhooks(deps: WebhooksDeps): Webhooks {
  const { database, machine, report } = deps;
  let known: ReadonlyMap<string, readonly KnownHook[]> = new Map();
  let knownAt = Number.NEGATIVE_INFINITY;
  const read = async (db: Kysely<Schema>) => {
    const at = machine.now();
    known = await readHooks(db);
    knownAt = at;
  };
  const reload = () => read(database.db);
  const senders = createSenders({ ...deps, reload, ended: () => worker.wake() });
  const worker = queueWorker({
    drain: (stopped) => drain(deps, senders, stopped),
    // With all senders busy, the end of one wakes the worker.
    nextAt: async () => (senders.isBusy() ? undefined : nextDeliveryAt(database.db, machine.now())),
    now: machine.now,
    failed: report,
  });
  worker.wake();
  return {
    wake: worker.wake,
    reload,
    note: async (tx, write) => {
      // By the connection of the write: a reader could have to wait for its end.
      if (machine.now() - knownAt >= KNOWN_MS) await read(await tx.db());
      const hooks = known.get(write.actor.orgId) ?? [];
      return hooks.length > 0 && queue(tx, { hooks, write, machine });
    },
    settle: async () => {
      await worker.settle();
      while (senders.count() > 0) {
        await senders.settled();
        await worker.settle();
      }
    },
    close: async () => {
      senders.stop();
      await worker.close();
      await senders.settled();
    },
  };
}

async function readHooks(db: Kysely<Schema>): Promise<ReadonlyMap<string, readonly KnownHook[]>> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'org_id', 'kinds'])
    .where('active', '=', 1)
    .execute();
  const hooks = rows.map(({ id, org_id, kinds }) => ({ id, org_id, kinds: kindsOf(kinds) }));
  return Map.groupBy(hooks, (hook) => hook.org_id);
}

interface Queued {
  readonly hooks: readonly KnownHook[];
  readonly write: AppliedWrite;
  readonly machine: Machine;
}

/** One delivery for each mutation and webhook: ids alone, because a receiver has no rights of its own. */
async function queue(tx: WriteTx, { hooks, write, machine }: Queued): Promise<boolean> {
  const { actor, mutations, ref, version } = write;
  if (!(await isSent(tx, actor, ref))) return false;
  const rows = mutations.flatMap((kind) =>
    hooks
      .filter(({ kinds }) => kinds.length === 0 || kinds.includes(kind))
      .map(({ id: webhook }) => {
        const id = machine.newId();
        return {
          id,
          org_id: actor.orgId,
          webhook,
          kind,
          body: JSON.stringify({
            id,
            kind,
            organization: Number(actor.orgId),
            at: new Date(tx.at).toISOString(),
            by: Number(actor.orgUserId),
            version,
            row: { table: ref.table, id: ref.id },
          }),
          version,
          state: 'waiting' as const,
          attempts: 0,
          next_at: tx.at,
          created_at: tx.at,
          tried_at: null,
          outcome: null,
        };
      }),
  );
  if (rows.length === 0) return false;
  const db = await tx.db();
  for (const row of rows) await db.insertInto('webhook_deliveries').values(row).execute();
  return true;
}

/** True when the row is, or was before the write, in a scope that administrators read. */
async function isSent(tx: WriteTx, actor: Actor, ref: RowRef): Promise<boolean> {
  const entity = entityOf(ref.table);
  if (entity === undefined || entity.stream !== 'org') return false;
  const place = { orgId: actor.orgId };
  const row = await tx.get(entity, place, ref.id);
  return SENT_SCOPES.test(row?.scope ?? tx.scopeBefore(entity, place, ref.id) ?? '');
}

/** Claims what is due and hands it to the senders. */
async function drain(
  { database, writer, machine }: WebhooksDeps,
  senders: Senders,
  stopped: () => boolean,
): Promise<void> {
  while (!stopped() && !senders.isBusy()) {
    const due = await nextDeliveryAt(database.db, machine.now());
    if (due === undefined || due > machine.now()) return;
    const claimed = await writer.separate(async (tx) =>
      claimDeliveries(await tx.db(), machine.now()),
    );
    if (claimed.length === 0) return;
    const byHook = Map.groupBy(claimed, ({ webhook }) => webhook);
    for (const batch of byHook.values()) senders.begin(batch);
  }
}

/** Webhooks to which this process sends at a time. */
const MOST_SENDERS = 100;

/** One for each webhook to which this process sends now: a slow receiver delays its own deliveries alone. */
interface Senders {
  readonly begin: (batch: readonly ClaimedDelivery[]) => void;
  readonly count: () => number;
  readonly isBusy: () => boolean;
  /** Resolves when those that run now have ended. */
  readonly settled: () => Promise<void>;
  /** Each ends after the delivery that it sends now. */
  readonly stop: () => void;
}

interface Sending extends WebhooksDeps {
  readonly reload: () => Promise<void>;
  readonly isStopped: () => boolean;
}

function createSenders({
  ended,
  ...deps
}: Omit<Sending, 'isStopped'> & { readonly ended: () => void }): Senders {
  const running = new Set<Promise<void>>();
  let isStopped = false;
  return {
    begin: (batch) => {
      const one: Promise<void> = sendAll({ ...deps, isStopped: () => isStopped }, batch)
        .catch(deps.report)
        .finally(() => {
          running.delete(one);
          ended();
        });
      running.add(one);
    },
    count: () => running.size,
    isBusy: () => running.size >= MOST_SENDERS,
    settled: async () => void (await Promise.all(running)),
    stop: () => {
      isStopped = true;
    },
  };
}

/**
 * Sends the deliveries of one webhook in order, up to the first failure: the others wait behind it. Those that are left
 * when the webhook has been changed are claimed again, for its new address.
 */
async function sendAll(deps: Sending, batch: readonly ClaimedDelivery[]): Promise<void> {
  const { writer, machine, reload, isStopped } = deps;
  for (const [index, delivery] of batch.entries()) {
    const { outcome, isDelivered } = await sendOne(deps, delivery);
    const others = batch.slice(index + 1);
    const { isGivenUp, continues } = await writer.separate(async (tx) => {
      const db = await tx.db();
      const now = machine.now();
      const isLast = await settleDelivery(db, delivery, { outcome, isDelivered, now });
      const isNext = isDelivered && !isStopped() && (await isStillSent(db, delivery));
      if (!isNext) await releaseDeliveries(db, others, now);
      return { isGivenUp: isLast, continues: isNext };
    });
    if (isGivenUp) await reload();
    if (!continues) return;
  }
}

async function sendOne(
  { send, machine, secrets }: WebhooksDeps,
  { id, orgId, webhook, url, body, sealed }: ClaimedDelivery,
): Promise<{ readonly outcome: string; readonly isDelivered: boolean }> {
  try {
    const opened = sealed.map((secret) => secrets.open(secret, hookRow(orgId, webhook)));
    const headers = signedHeaders({ id, at: machine.now(), body, secrets: opened });
    const status = await send({ url, headers, body });
    return { outcome: String(status), isDelivered: status >= 200 && status < 300 };
  } catch (error) {
    return { outcome: codeOf(error), isDelivered: false };
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
