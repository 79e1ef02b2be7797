import { CairnError } from '../../model/shared/errors.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import type { Auth } from '../auth/auth.ts';

/** The person who causes a mail to somebody outside the organisation. */
interface Inviter {
  readonly orgId: string;
  readonly userId: string;
}

/**
 * Checked in the transaction of each invitation mail, the first one and repeated ones: the inviter has proved an
 * address of their own, and none of the limits of the inviter, the organisation and the recipient's address is
 * exceeded. Throws `forbidden` or `conflict`; both are final, so that a device shows them at once and continues with
 * the next mutation.
 */
export async function requireMayInvite(
  { throttle }: Pick<Auth, 'throttle'>,
  tx: WriteTx,
  { orgId, userId, email }: Inviter & { readonly email: string },
): Promise<void> {
  tx.requireLimits();
  const db = await tx.db();
  const inviter = await db
    .selectFrom('users')
    .select('mailbox_proved')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (inviter?.mailbox_proved !== 1) {
    throw new CairnError({
      code: 'forbidden',
      message:
        /*i18n*/ 'Confirm your e-mail address first: open the link in the mail that was sent to you, or ask for a new one on your profile page.',
    });
  }
  if (!(await throttle.invitation(db, { orgId, userId }))) {
    throw new CairnError({
      code: 'conflict',
      message: /*i18n*/ 'Too many invitations have been sent in one day. Try again later.',
    });
  }
  if (!(await throttle.invitationTo(db, email))) {
    throw new CairnError({
      code: 'conflict',
      message: /*i18n*/ 'This person has been sent several mails already. Try again later.',
    });
  }
}
