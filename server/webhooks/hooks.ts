import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayManageWebhooks } from '../../model/permissions/webhook.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { SecurityKind } from '../../model/shared/security-kinds.ts';
import type { RequestOrigin, SecurityLog } from '../security/log.ts';
import type { SecretBox, SecretRow } from '../shared/secret-box.ts';
import type { Machine } from '../shared/machine.ts';
import type { Schema } from '../store/schema.ts';
import { writeAs } from '../writer/write-as.ts';
import type { Writer } from '../writer/writer-types.ts';
import { countWaiting, lastDelivery, type LastDelivery } from './deliveries.ts';
import { newWebhookSecret } from './signature.ts';

/** Webhooks of one organisation. */
const MOST_HOOKS = 20;
/** A replaced secret signs beside the new one for this time. */
export const FORMER_MS = 24 * 60 * 60_000;

/** A webhook as administrators see it, without its secret. Instants are milliseconds since 1970, UTC. */
export interface ListedHook {
  readonly id: string;
  readonly url: string;
  /** Names of mutations; empty: all. */
  readonly kinds: readonly string[];
  readonly active: boolean;
  readonly created_at: number;
  /** End of the former secret; null: there is none. */
  readonly former_until: number | null;
}

/** A webhook with the state of its queue. */
export interface HookState extends ListedHook {
  /** End of the pause after a failed attempt; null: it does not pause. */
  readonly paused_until: number | null;
  /** Number of deliveries that wait. */
  readonly waiting: number;
  /** The newest delivery that was tried; null: there is none. */
  readonly last: LastDelivery | null;
}

export interface HookDeps {
  readonly writer: Writer;
  readonly machine: Machine;
  readonly secrets: SecretBox;
  readonly security: SecurityLog;
  /** Origin of the request, for the security log. */
  readonly from: RequestOrigin;
}

const kindsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** Whose secrets they are, for their encryption. */
export function hookRow(orgId: string, id: string): SecretRow {
  return ['webhooks', orgId, id];
}

export function kindsOf(stored: string): readonly string[] {
  return v.parse(kindsSchema, stored);
}

/** The organisation's webhooks, the oldest first. */
export async function listHooks(
  db: Kysely<Schema>,
  orgId: string,
  now: number,
): Promise<readonly HookState[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'url', 'kinds', 'active', 'created_at', 'former_until', 'paused_until'])
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const hooks: HookState[] = [];
  for (const row of rows) {
    const of = { orgId, webhook: row.id };
    hooks.push({
      ...row,
      kinds: kindsOf(row.kinds),
      active: row.active === 1,
      former_until: (row.former_until ?? 0) > now ? row.former_until : null,
      paused_until: row.active === 1 && row.paused_until > now ? row.paused_until : null,
      waiting: await countWaiting(db, of),
      last: await lastDelivery(db, of),
    });
  }
  return hooks;
}

/** Creates a webhook; the result contains its secret, which is shown once. */
export async function createHook(
  deps: HookDeps,
  actor: Actor,
  { url, kinds }: { readonly url: string; readonly kinds: readonly string[] },
): Promise<ListedHook & { readonly secret: string }> {
  const { machine, secrets } = deps;
  const now = machine.now();
  const secret = newWebhookSecret(machine.random);
  const row = { id: machine.newId(), url, created_at: now };
  await manage(deps, actor, async (db) => {
    if ((await countHooks(db, actor.orgId)) >= MOST_HOOKS) throw tooMany();
    await db
      .insertInto('webhooks')
      .values({
        ...row,
        org_id: actor.orgId,
        kinds: JSON.stringify(kinds),
        secret: secrets.seal(secret, hookRow(actor.orgId, row.id)),
        former_secret: null,
        former_until: null,
        active: 1,
        paused_until: 0,
        failing_since: null,
        created_by: actor.orgUserId,
      })
      .execute();
    await note(deps, actor, db, { kind: 'webhook_created', url });
  });
  return { ...row, kinds, active: true, former_until: null, secret };
}

/** Changes the address or the kinds, or switches a webhook off and on; throws `not_found`. */
export async function editHook(
  deps: HookDeps,
  actor: Actor,
  {
    id,
    url,
    kinds,
    active,
  }: {
    readonly id: string;
    readonly url?: string | undefined;
    readonly kinds?: readonly string[] | undefined;
    readonly active?: boolean | undefined;
  },
): Promise<void> {
  await manage(deps, actor, async (db) => {
    const before = await requireHook(db, actor.orgId, id);
    const set = {
      ...(url !== undefined && { url }),
      ...(kinds !== undefined && { kinds: JSON.stringify(kinds) }),
      ...(active !== undefined && { active: active ? 1 : 0 }),
      // A changed webhook is tried at once, and for as long as a new one.
      paused_until: 0,
      failing_since: null,
    };
    await db
      .updateTable('webhooks')
      .set(set)
      .where('org_id', '=', actor.orgId)
      .where('id', '=', id)
      .execute();
    await note(deps, actor, db, { kind: 'webhook_changed', url: url ?? before });
  });
}

/** Replaces the secret; the former one signs beside it for `FORMER_MS`. Returns the new one, which is shown once. */
export async function rotateSecret(deps: HookDeps, actor: Actor, id: string): Promise<string> {
  const secret = newWebhookSecret(deps.machine.random);
  const sealed = deps.secrets.seal(secret, hookRow(actor.orgId, id));
  const until = deps.machine.now() + FORMER_MS;
  await manage(deps, actor, async (db) => {
    const url = await requireHook(db, actor.orgId, id);
    await db
      .updateTable('webhooks')
      .set((row) => ({ former_secret: row.ref('secret'), former_until: until, secret: sealed }))
      .where('org_id', '=', actor.orgId)
      .where('id', '=', id)
      .execute();
    await note(deps, actor, db, { kind: 'webhook_secret_replaced', url });
  });
  return secret;
}

/** Deletes a webhook with its deliveries; throws `not_found`. */
export async function endHook(deps: HookDeps, actor: Actor, id: string): Promise<void> {
  await manage(deps, actor, async (db) => {
    const url = await requireHook(db, actor.orgId, id);
    const { orgId } = actor;
    const sent = db.deleteFrom('webhook_deliveries').where('org_id', '=', orgId);
    await sent.where('webhook', '=', id).execute();
    await db.deleteFrom('webhooks').where('org_id', '=', orgId).where('id', '=', id).execute();
    await note(deps, actor, db, { kind: 'webhook_deleted', url });
  });
}

/** Runs work in a transaction in which the person still has the right; throws `forbidden`. */
export function manage(
  { writer }: Pick<HookDeps, 'writer'>,
  actor: Actor,
  work: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  return writeAs(writer, actor, {
    may: mayManageWebhooks,
    work: async (tx) => work(await tx.db()),
  });
}

export function requireManager(actor: Actor): void {
  const refusal = mayManageWebhooks(actor);
  if (refusal !== undefined) throw new CairnError(refusal);
}

interface HookEvent {
  readonly kind: Extract<SecurityKind, `webhook_${string}`>;
  readonly url: string;
}

/** Of the address only the host: the rest of it may be a secret of the receiver. */
async function note(
  { security, from }: HookDeps,
  { orgId, orgUserId, userId }: Actor,
  db: Kysely<Schema>,
  { kind, url }: HookEvent,
): Promise<void> {
  await security.add(db, { kind, orgId, orgUserId, userId, subject: new URL(url).host, from });
}

async function countHooks(db: Kysely<Schema>, orgId: string): Promise<number> {
  const all = db.selectFrom('webhooks').where('org_id', '=', orgId);
  const { count } = await all
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the address of the webhook. */
async function requireHook(db: Kysely<Schema>, orgId: string, id: string): Promise<string> {
  const row = await db
    .selectFrom('webhooks')
    .select('url')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw noHook();
  return row.url;
}

function noHook(): CairnError {
  return new CairnError({ code: 'not_found', message: /*i18n*/ 'There is no such webhook' });
}

function tooMany(): CairnError {
  return new CairnError({
    code: 'conflict',
    message: /*i18n*/ 'The organisation has too many webhooks',
  });
}
