import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';
import { field, instant, nullableText, text } from './fields.ts';

/** A link in an invitation works this long. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000;

/** A letter that cannot be sent is tried again for so long; then it is given up, and a person has to send a new one. */
export const MAIL_TRIED_MS = 3 * 24 * 60 * 60_000;

/**
 * Somebody who has been asked to join (sessions spec, 3 "Invite"). Only levels 1 to 3 read these rows. Somebody who was
 * added with Add User has one too, beside their row among the people. The secret of the link is never in it.
 */
export const invitations = defineEntity({
  table: 'invitations',
  noun: 'invitation',
  stream: 'org',
  fields: {
    email: text(),
    /** Role the person gets. */
    role: text({ refers: 'roles' }),
    /** The organisation user, when the person was added beforehand or has accepted. */
    organization_user: nullableText({ refers: 'people' }),
    invited_by: text(),
    /** Instants, ISO: the newest letter, and until when its link works. */
    sent_at: instant(),
    expires_at: instant(),
    state: field(v.picklist(['pending', 'accepted', 'revoked']), 'text'),
    /** `delayed`: the mail server could not be reached; the letter is queued and tried again. */
    mail: field(v.picklist(['queued', 'delayed', 'sent']), 'text'),
    created_at: instant(),
  },
});
export type Invitation = ReturnType<typeof invitations.parse>;

/** Pending, and its link is too old. `now` in milliseconds. */
export function isExpired(
  invitation: Pick<Invitation, 'state' | 'expires_at'>,
  now: number,
): boolean {
  return invitation.state === 'pending' && Date.parse(invitation.expires_at) <= now;
}

/** Pending, and its letter never went out and is not tried any more. `now` in milliseconds. */
export function isGivenUp(
  { state, mail, sent_at }: Pick<Invitation, 'state' | 'mail' | 'sent_at'>,
  now: number,
): boolean {
  return state === 'pending' && mail !== 'sent' && Date.parse(sent_at) + MAIL_TRIED_MS <= now;
}
