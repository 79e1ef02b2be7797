import type { Kysely } from 'kysely';
import { orgUsers, type OrgUser } from '../../model/entities/org-user.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayErasePeople } from '../../model/permissions/person-erasure.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { ERASE_PERSON_AFTER_DAYS, isErasedPerson } from '../../model/shared/erased-person.ts';
import type { Auth } from '../auth/auth.ts';
import type { Caller } from '../auth/caller.ts';
import { claimAttempt } from '../auth/buckets.ts';
import { proveSelf } from '../auth/password-change.ts';
import { originOf } from '../auth/throttle.ts';
import { erasureRequestMail } from '../mail/erasure-mail.ts';
import type { Schema } from '../store/schema.ts';
import { writeAs } from '../writer/write-as.ts';
import { LIMITS, type WriteTx } from '../writer/writer-types.ts';
import { mailLevelOne, type Receiver } from './level-one-mails.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A person who is to be erased, or asks for it. Instants are milliseconds since 1970, UTC. */
export interface PersonErasure {
  /** Organisation user. */
  readonly organization_user: string;
  /** Time at which the person asked; null: they did not. */
  readonly asked_at: number | null;
  /** Time from which they are erased; null: not decided. */
  readonly erase_at: number | null;
}

/** The requests and plans of an organisation, for Level 1. Throws the refusal. */
export async function listErasures(
  db: Kysely<Schema>,
  actor: Actor,
): Promise<readonly PersonErasure[]> {
  const refusal = mayErasePeople(actor);
  if (refusal !== undefined) throw new CairnError(refusal);
  return db
    .selectFrom('person_erasures')
    .select(['person as organization_user', 'asked_at', 'erase_at'])
    .where('org_id', '=', actor.orgId)
    .orderBy('person')
    .execute();
}

/** The caller's own request; undefined without one. */
export async function ownErasure(
  db: Kysely<Schema>,
  { orgId, orgUserId }: Actor,
): Promise<PersonErasure | undefined> {
  return db
    .selectFrom('person_erasures')
    .select(['person as organization_user', 'asked_at', 'erase_at'])
    .where('org_id', '=', orgId)
    .where('person', '=', orgUserId)
    .executeTakeFirst();
}

interface PlanInput {
  /** Organisation user. */
  readonly person: string;
  readonly password: string;
  readonly caller: Caller;
}

/**
 * Plans the erasure of a deactivated person after `ERASE_PERSON_AFTER_DAYS`; a repeated call keeps the first date. Throws
 * `bad_credentials`, `not_found`, `conflict` for an active or erased person, or the refusal.
 */
export async function planErasure(
  auth: Auth,
  actor: Actor,
  { person: id, password, caller }: PlanInput,
): Promise<PersonErasure> {
  const refusal = mayErasePeople(actor);
  if (refusal !== undefined) throw new CairnError(refusal);
  await proveSelf(auth, actor, { password, caller });
  const eraseAt = auth.machine.now() + ERASE_PERSON_AFTER_DAYS * DAY_MS;
  return writeAs(auth.writer, actor, {
    may: mayErasePeople,
    work: async (tx) => {
      const person = await personOf(tx, actor, id);
      if (isErasedPerson(person)) throw conflict(ERASED);
      if (person.active) throw conflict(ACTIVE);
      const db = await tx.db();
      const { orgId, orgUserId } = actor;
      const known = await ownErasure(db, { ...actor, orgUserId: id });
      const planned = {
        organization_user: id,
        asked_at: known?.asked_at ?? null,
        erase_at: known?.erase_at ?? eraseAt,
      };
      if (typeof known?.erase_at === 'number') return planned;
      const { asked_at, erase_at } = planned;
      await db
        .insertInto('person_erasures')
        .values({ org_id: orgId, person: id, asked_at, planned_by: orgUserId, erase_at })
        .onConflict((row) =>
          row.columns(['org_id', 'person']).doUpdateSet({ planned_by: orgUserId, erase_at }),
        )
        .execute();
      await note(auth, tx, { actor, person, kind: 'erasure_planned', caller });
      return planned;
    },
  });
}

/** Keeps a person who was to be erased, and dismisses their request. Keeping somebody twice is success. */
export async function keepPerson(
  auth: Auth,
  actor: Actor,
  { person: id, caller }: Omit<PlanInput, 'password'>,
): Promise<void> {
  await writeAs(auth.writer, actor, {
    may: mayErasePeople,
    work: async (tx) => {
      const person = await personOf(tx, actor, id);
      if (await removeRow(await tx.db(), actor.orgId, id)) {
        await note(auth, tx, { actor, person, kind: 'erasure_cancelled', caller });
      }
    },
  });
}

/** A person who asks, withdraws and asks again does not fill the mailboxes of Level 1. */
const REQUEST_MAIL = { burst: 1, refillMs: DAY_MS };

/** The caller asks Level 1 of the organisation to be erased, who learns of it by mail; asking twice is success. */
export async function askForErasure(auth: Auth, actor: Actor, caller: Caller): Promise<void> {
  const { orgId, orgUserId } = actor;
  await writeAs(auth.writer, actor, {
    may: () => undefined,
    streams: [LIMITS],
    work: async (tx) => {
      const person = await personOf(tx, actor, orgUserId);
      const db = await tx.db();
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('person_erasures')
        .values({
          org_id: orgId,
          person: orgUserId,
          asked_at: tx.at,
          planned_by: null,
          erase_at: null,
        })
        .onConflict((row) => row.columns(['org_id', 'person']).doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) return;
      await note(auth, tx, { actor, person, kind: 'erasure_asked', caller });
      const limit = { key: `erasure mail ${orgId} ${orgUserId}`, rule: REQUEST_MAIL };
      if ((await claimAttempt(db, limit, auth.machine.now())) > 0) return;
      const write = (to: Receiver) => erasureRequestMail({ ...to, person: person.display_name });
      await mailLevelOne(auth, db, { orgId, write });
    },
  });
}

/** The caller takes their request back. */
export async function withdrawErasure(auth: Auth, actor: Actor, caller: Caller): Promise<void> {
  const { orgId, orgUserId } = actor;
  await writeAs(auth.writer, actor, {
    may: () => undefined,
    work: async (tx) => {
      const person = await personOf(tx, actor, orgUserId);
      if (await removeRow(await tx.db(), orgId, orgUserId)) {
        await note(auth, tx, { actor, person, kind: 'erasure_cancelled', caller });
      }
    },
  });
}

async function personOf(tx: WriteTx, { orgId }: Actor, id: string): Promise<OrgUser> {
  const person = await tx.get(orgUsers, { orgId }, id);
  if (person !== undefined) return person;
  throw new CairnError({ code: 'not_found', message: /*i18n*/ 'There is no such person' });
}

async function removeRow(db: Kysely<Schema>, orgId: string, person: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('person_erasures')
    .where('org_id', '=', orgId)
    .where('person', '=', person)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

interface Noted {
  readonly actor: Actor;
  readonly person: OrgUser;
  readonly kind: 'erasure_asked' | 'erasure_planned' | 'erasure_cancelled';
  readonly caller: Caller;
}

async function note(auth: Auth, tx: WriteTx, { actor, person, kind, caller }: Noted) {
  const { orgId, orgUserId, userId } = actor;
  const event = { kind, subject: person.display_name, from: originOf(caller) };
  await auth.security.add(await tx.db(), { ...event, orgId, orgUserId, userId });
}

const ACTIVE = /*i18n*/ 'Deactivate this person first';
const ERASED = /*i18n*/ 'This person has been erased';

function conflict(message: string): CairnError {
  return new CairnError({ code: 'conflict', message });
}
