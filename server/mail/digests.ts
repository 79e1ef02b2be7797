import type { Kysely } from 'kysely';
import type { Actor } from '../../model/permissions/actor.ts';
import { orgStream } from '../../model/entities/scopes.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { Machine } from '../shared/machine.ts';
import { type QueueWorker, queueWorker } from '../shared/queue-worker.ts';
import { newSecret } from '../shared/secrets.ts';
import type { Database, Snapshot } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { loadActor, requireActor } from '../writer/actor.ts';
import type { Writer } from '../writer/writer-types.ts';
import { composeDigest, type DigestContents, isEmpty } from './digest-mail.ts';
import { dateIn, daysAfter, mailOf, nextMorning, type Rhythm } from './digest-times.ts';
import { languageOfPeople } from './mail-language.ts';
import { enqueueComposed } from './queue.ts';

/** What a person has switched on in an organisation. */
export type DigestSettings = Rhythm;

const OFF: DigestSettings = { digest: 'off', reminders: false, time_zone: 'UTC' };
/** Days ahead that a digest names. */
const AHEAD = { daily: 2, weekly: 7, off: 0 } as const;
const BATCH = 20;

/** The person and the organisation of a call. */
type Owner = Pick<Actor, 'orgId' | 'userId'>;

interface DigestDeps {
  readonly database: Database;
  readonly writer: Writer;
  readonly machine: Machine;
}

export interface DigestWorkerDeps extends DigestDeps {
  readonly publicUrl: string;
  /** Reads what a mail names with the rights of the person: overdue before `today`, soon until `until`. */
  readonly contents: (
    reads: { readonly actor: Actor; readonly store: Snapshot },
    days: { readonly today: string; readonly until: string; readonly timeZone: string },
  ) => Promise<DigestContents>;
  /** Sends the mails of the queue. */
  readonly wakeMailer: () => void;
  readonly report: (error: unknown) => void;
}

export async function digestSettings(
  { database }: Pick<DigestDeps, 'database'>,
  { orgId, userId }: Owner,
): Promise<DigestSettings> {
  const row = await database.db
    .selectFrom('mail_digests')
    .select(['digest', 'reminders', 'time_zone'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? OFF : { ...row, reminders: row.reminders === 1 };
}

/** Switches mails on, changes or stops them. Throws `conflict` for an account whose mailbox is not proved. */
export async function setDigests(
  { writer, machine }: Pick<DigestDeps, 'writer' | 'machine'>,
  { orgId, userId }: Owner,
  settings: DigestSettings,
): Promise<void> {
  const next = nextMorning(settings, machine.now());
  // A deactivation takes the lock of the same stream.
  await writer.write([orgStream(orgId)], async (tx) => {
    const db = await tx.db();
    await requireActor(await tx.sql(), { orgId, userId }, machine.now());
    if (next === undefined) return endDigestsOf(db, { userId, orgId });
    const account = await accountOf(db, userId);
    if (account?.mailbox_proved !== 1) throw notProved();
    const row = { ...settings, reminders: settings.reminders ? 1 : 0, next_at: next };
    const stop_secret = newSecret(machine.random);
    await db
      .insertInto('mail_digests')
      .values({ ...row, org_id: orgId, user_id: userId, stop_secret })
      .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet(row))
      .execute();
  });
}

/** Stops the mails of a person, in one organisation or in all, and drops those that wait. */
export async function endDigestsOf(
  db: Kysely<Schema>,
  { userId, orgId }: { readonly userId: string; readonly orgId: string },
): Promise<void> {
  const ended = await db
    .deleteFrom('mail_digests')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .returning('stop_secret')
    .execute();
  for (const { stop_secret } of ended) await dropWaiting(db, stop_secret);
}

/** Language of the page of a secret address; undefined: there is no such address any more. */
export async function findStop({ database }: Pick<DigestDeps, 'database'>, secret: string) {
  const row = await database.db
    .selectFrom('mail_digests')
    .innerJoin('users', 'users.id', 'mail_digests.user_id')
    .select(['users.email as email'])
    .where('stop_secret', '=', secret)
    .executeTakeFirst();
  return row && languageOfPeople(database.db, { email: row.email });
}

/** Stops the mails of a secret address; a second call changes nothing. */
export async function stopDigests(
  { writer }: Pick<DigestDeps, 'writer'>,
  secret: string,
): Promise<void> {
  await writer.write([], async (tx) => {
    const db = await tx.db();
    await db.deleteFrom('mail_digests').where('stop_secret', '=', secret).execute();
    await dropWaiting(db, secret);
  });
}

/**
 * Writes the mails that are due into the queue. The row of a person gets its next time in the transaction that writes
 * the mail: a restart and a second process find it settled. A server that was down for days writes one mail.
 */
export function startDigests(deps: DigestWorkerDeps): QueueWorker {
  const { database, machine, report } = deps;
  const worker = queueWorker({
    drain: (stopped) => drain(deps, stopped),
    nextAt: async () => (await dueFirst(database.db, 1))[0]?.next_at,
    now: machine.now,
    failed: report,
  });
  worker.wake();
  return worker;
}

async function drain(deps: DigestWorkerDeps, stopped: () => boolean): Promise<void> {
  const { database, machine, report } = deps;
  const now = machine.now();
  for (;;) {
    const due = (await dueFirst(database.db, BATCH)).filter(({ next_at }) => next_at <= now);
    if (due.length === 0 || stopped()) return;
    for (const row of due) {
      if (stopped()) return;
      // One person's failure must not keep the mails of the others.
      await sendOne(deps, row, now).catch(async (error: unknown) => {
        report(error);
        await postpone(deps, row, now);
      });
    }
  }
}

type DueRow = Awaited<ReturnType<typeof dueFirst>>[number];

function dueFirst(db: Kysely<Schema>, limit: number) {
  return db
    .selectFrom('mail_digests')
    .selectAll()
    .orderBy('next_at')
    .orderBy('user_id')
    .limit(limit)
    .execute();
}

async function sendOne(deps: DigestWorkerDeps, row: DueRow, now: number): Promise<void> {
  const { database, writer, machine, wakeMailer } = deps;
  const rhythm = { ...row, reminders: row.reminders === 1 };
  const kind = mailOf(rhythm, dateIn(row.next_at, row.time_zone));
  const today = dateIn(now, row.time_zone);
  const until = kind === 'reminder' ? today : daysAfter(today, AHEAD[row.digest]);
  const { org_id: orgId, user_id: userId } = row;
  const contents = await database.snapshot(async (store) => {
    const actor = await loadActor(store, { orgId, userId }, now);
    const days = { today, until, timeZone: row.time_zone };
    return actor && deps.contents({ actor, store }, days);
  });
  const named = contents && kind !== undefined ? namedBy(kind, contents, today) : undefined;
  const isWritten = await writer.write([orgStream(orgId)], async (tx) => {
    const db = await tx.db();
    if (!(await claim(db, row, nextMorning(rhythm, now)))) return false;
    if (named === undefined || kind === undefined || isEmpty(named)) return false;
    // Deactivated since the snapshot: the lock of the stream orders the two.
    const still = await loadActor(await tx.sql(), { orgId, userId }, now);
    if (still === undefined) return false;
    const account = await accountOf(db, userId);
    if (account?.mailbox_proved !== 1) return false;
    const organization = await db
      .selectFrom('organizations')
      .select('name')
      .where('org_id', '=', orgId)
      .executeTakeFirst();
    const mail = composeDigest(
      {
        to: account.email,
        name: account.display_name,
        kind,
        organization: organization?.name ?? '',
        contents: named,
        home: `${deps.publicUrl}/home-view`,
        stop: `${deps.publicUrl}/rest/mail/stop/${row.stop_secret}`,
      },
      await languageOfPeople(db, { email: account.email }),
    );
    await enqueueComposed(db, mail, { id: machine.newId(), at: now });
    return true;
  });
  if (isWritten) wakeMailer();
}

/** A reminder names what is due on the day alone. */
function namedBy(
  kind: 'digest' | 'reminder',
  contents: DigestContents,
  today: string,
): DigestContents {
  if (kind === 'digest') return contents;
  const soon = contents.soon.filter(({ date }) => date === today);
  return { waiting: [], overdue: [], mentions: [], soon };
}

/** Gives the row its next time; false when another process did, or the person has stopped or changed their mails. */
async function claim(
  db: Kysely<Schema>,
  { org_id, user_id, next_at }: DueRow,
  next: number | undefined,
): Promise<boolean> {
  const one = db
    .updateTable('mail_digests')
    .where('org_id', '=', org_id)
    .where('user_id', '=', user_id)
    .where('next_at', '=', next_at);
  const { numUpdatedRows } = await one
    .set({ next_at: next ?? Number.MAX_SAFE_INTEGER })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** After a failure the mail is tried again an hour later. */
async function postpone({ writer }: DigestWorkerDeps, row: DueRow, now: number): Promise<void> {
  await writer.write([], async (tx) => {
    await claim(await tx.db(), row, now + 60 * 60_000);
  });
}

async function dropWaiting(db: Kysely<Schema>, secret: string): Promise<void> {
  const waiting = db.deleteFrom('mail_queue').where('stop', 'like', `%/rest/mail/stop/${secret}`);
  await waiting.execute();
}

function accountOf(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('users')
    .select(['email', 'display_name', 'mailbox_proved'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

function notProved(): CairnError {
  return new CairnError({
    code: 'conflict',
    message:
      /*i18n*/ 'Confirm your e-mail address first: open the link in the mail that was sent to it.',
  });
}
