import type { Kysely } from 'kysely';
import { orgUsers } from '../../model/entities/org-user.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayResetFactors } from '../../model/permissions/person.ts';
import { notFound } from '../../model/permissions/project.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { factorMail } from '../mail/account-mail.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { Schema } from '../store/schema.ts';
import { writeAs } from '../writer/write-as.ts';
import { lockAccount } from './accounts.ts';
import type { Auth } from './auth.ts';
import type { Caller } from './caller.ts';
import { endOtherSessions } from './sessions.ts';
import { originOf } from './throttle.ts';
import { deleteFactors } from './two-step.ts';

/**
 * Removes the second factors of a member who has lost them; the password stays. Level 1 alone may do it, and only for
 * somebody who belongs to no other organisation: an account is one for all of them, and everybody who founds an organisation
 * could otherwise add a person and remove their factor. Their sessions end.
 * Returns the ids of these. Throws `forbidden`, `not_found` or `conflict`.
 */
export async function resetFactors(
  auth: Auth,
  actor: Actor,
  { orgUserId, caller }: { readonly orgUserId: string; readonly caller: Caller },
): Promise<readonly string[]> {
  const { machine, publicUrl, security } = auth;
  return writeAs(auth.writer, actor, {
    may: (now) => mayResetFactors(now, { isSelf: orgUserId === now.orgUserId }),
    work: async (tx) => {
      const person = await tx.get(orgUsers, { orgId: actor.orgId }, orgUserId);
      if (person === undefined) throw new CairnError(notFound());
      const db = await tx.db();
      const account = await db
        .selectFrom('users')
        .innerJoin('org_users as own', 'own.user', 'users.id')
        .select(['users.id as id', 'users.email as email', 'users.display_name as name'])
        .where('own.org_id', '=', actor.orgId)
        .where('own.id', '=', orgUserId)
        .where('own.joined', '=', 1)
        .executeTakeFirst();
      if (account === undefined || !(await isHereAlone(db, account.id, actor.orgId))) {
        throw new CairnError({
          code: 'conflict',
          message:
            /*i18n*/ 'The two-step sign-in of this person cannot be reset from here. The operator of the server can do it.',
        });
      }
      await lockAccount(db, account.id);
      if (!(await deleteFactors(db, account.id))) {
        throw new CairnError({
          code: 'conflict',
          message: /*i18n*/ 'This person has no two-step sign-in',
        });
      }
      await security.add(db, {
        kind: 'factor_reset',
        orgId: actor.orgId,
        orgUserId: actor.orgUserId,
        userId: actor.userId,
        subject: person.display_name,
        from: originOf(caller),
      });
      const link = `${publicUrl}/profilepage`;
      const mail = factorMail({ to: account.email, name: account.name, change: 'reset', link });
      await enqueueMail(db, mail, { id: machine.newId(), at: machine.now() });
      const end = { reason: 'factor_changed', now: machine.now() } as const;
      return endOtherSessions(db, { userId: account.id, sessionId: '' }, end);
    },
  });
}

/** True for an account that belongs to no other organisation. */
export async function isHereAlone(
  db: Kysely<Schema>,
  userId: string,
  orgId: string,
): Promise<boolean> {
  const elsewhere = await db
    .selectFrom('org_users')
    .select('id')
    .where('user', '=', userId)
    .where('org_id', '!=', orgId)
    .where('joined', '=', 1)
    .where('active', '=', 1)
    .executeTakeFirst();
  return elsewhere === undefined;
}
