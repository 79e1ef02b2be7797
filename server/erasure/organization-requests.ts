import { type Organization, organizations } from '../../model/entities/organization.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayEraseOrganization } from '../../model/permissions/organization-erasure.ts';
import { isoSeconds } from '../../model/shared/dates.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { ERASE_ORGANIZATION_AFTER_DAYS } from '../../model/shared/organization-erasure.ts';
import type { Auth } from '../auth/auth.ts';
import type { Caller } from '../auth/caller.ts';
import { proveSelf } from '../auth/password-change.ts';
import { originOf } from '../auth/throttle.ts';
import { organizationErasureMail, organizationKeptMail } from '../mail/erasure-mail.ts';
import { writeAs } from '../writer/write-as.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import { nameOf } from './acting-person.ts';
import { mailLevelOne } from './level-one-mails.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The erasure of an organisation, as responses show it. */
export interface OrganizationErasure {
  /** ISO instant from which the organisation is erased; null: it is not. */
  readonly erase_at: string | null;
}

interface PlanInput {
  /** Name of the organisation, as a proof that this one is meant. */
  readonly name: string;
  readonly password: string;
  readonly caller: Caller;
}

/**
 * Plans the erasure of the organisation after `ERASE_ORGANIZATION_AFTER_DAYS` (decision 0100), with a mail to every Level
 * 1; a repeated call keeps the first date. Throws `bad_credentials`, `invalid` for another name, or the refusal.
 */
export async function planOrganizationErasure(
  auth: Auth,
  actor: Actor,
  { name, password, caller }: PlanInput,
): Promise<OrganizationErasure> {
  const refusal = mayEraseOrganization(actor);
  if (refusal !== undefined) throw new CairnError(refusal);
  await proveSelf(auth, actor, { password, caller });
  return writeAs(auth.writer, actor, {
    may: mayEraseOrganization,
    work: async (tx) => {
      const row = await readOrganization(tx, actor);
      if (row.name.trim() !== name.trim()) throw otherName();
      if (row.erase_at !== null) return { erase_at: row.erase_at };
      const eraseAt = isoSeconds(auth.machine.now() + ERASE_ORGANIZATION_AFTER_DAYS * DAY_MS);
      await store(auth, tx, { actor, caller, row: { ...row, erase_at: eraseAt } });
      const by = await nameOf(tx, actor);
      await mailLevelOne(auth, await tx.db(), {
        orgId: actor.orgId,
        write: (to) =>
          organizationErasureMail({
            ...to,
            by,
            organization: row.name,
            day: eraseAt.slice(0, 10),
          }),
      });
      return { erase_at: eraseAt };
    },
  });
}

/** Cancels the erasure, with a mail to every Level 1; cancelling twice is success. Throws the refusal. */
export async function keepOrganization(auth: Auth, actor: Actor, caller: Caller): Promise<void> {
  await writeAs(auth.writer, actor, {
    may: mayEraseOrganization,
    work: async (tx) => {
      const row = await readOrganization(tx, actor);
      if (row.erase_at === null) return;
      await store(auth, tx, { actor, caller, row: { ...row, erase_at: null } });
      const by = await nameOf(tx, actor);
      await mailLevelOne(auth, await tx.db(), {
        orgId: actor.orgId,
        write: (to) => organizationKeptMail({ ...to, by, organization: row.name }),
      });
    },
  });
}

async function readOrganization(tx: WriteTx, { orgId }: Actor): Promise<Organization> {
  const row = await tx.get(organizations, { orgId }, orgId);
  if (row !== undefined) return row;
  throw new CairnError({ code: 'not_found', message: /*i18n*/ 'There is no such organisation' });
}

interface Stored {
  readonly actor: Actor;
  readonly caller: Caller;
  readonly row: Organization;
}

async function store(auth: Auth, tx: WriteTx, { actor, caller, row }: Stored): Promise<void> {
  const { orgId, orgUserId, userId } = actor;
  tx.setAuthor({ orgUserId });
  await tx.put(organizations, { orgId }, row);
  await auth.security.add(await tx.db(), {
    kind: row.erase_at === null ? 'organization_erasure_cancelled' : 'organization_erasure_planned',
    orgId,
    orgUserId,
    userId,
    subject: row.name,
    from: originOf(caller),
    details: { erase_at: row.erase_at },
  });
}

function otherName(): CairnError {
  return new CairnError({
    code: 'invalid',
    message: /*i18n*/ 'This is not the name of the organisation',
    details: { field: 'name' },
  });
}
