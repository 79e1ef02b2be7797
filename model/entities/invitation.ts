import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';
import { field, instant, nullableText, text } from './fields.ts';

/** Validity of an invitation's link in milliseconds. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000;

/**
 * Time in milliseconds for which a mail is retried; then it is abandoned, and a person has to send
 * a new one.
 */
export const MAIL_TRIED_MS = 3 * 24 * 60 * 60_000;

/**
 * An invited person (sessions spec, 3 "Invite"). Only levels 1 to 3 read these rows. A person who
 * was added with Add User has one too, besides their row among the people. It never contains the
 * secret of the link.
 */
export const invitations = defineEntity({
  table: 'invitations',
  noun: 'invitation',
  stream: 'org',
  fields: {
    email: text(),
    /** Role the person gets. */
    role: text({ refers: 'roles' }),
    /** The organisation user, if the person was added beforehand or has accepted. */
    organization_user: nullableText({ refers: 'people' }),
    invited_by: text(),
    /** Instants, ISO: the time of the newest mail, and the expiry of its link. */
    sent_at: instant(),
    expires_at: instant(),
    state: field(v.picklist(['pending', 'accepted', 'revoked']), 'text'),
    /** `delayed`: the mail server could not be reached; the mail is queued and retried. */
    mail: field(v.picklist(['queued', 'delayed', 'sent']), 'text'),
    created_at: instant(),
  },
});
export type Invitation = ReturnType<typeof invitations.parse>;

/** Pending, and its link has expired. `now` in milliseconds. */
export function isExpired(
  invitation: Pick<Invitation, 'state' | 'expires_at'>,
  now: number,
): boolean {
  return invitation.state === 'pending' && Date.parse(invitation.expires_at) <= now;
}

/** Pending, and its mail was never sent and is not retried any more. `now` in milliseconds. */
export function isAbandoned(
  { state, mail, sent_at }: Pick<Invitation, 'state' | 'mail' | 'sent_at'>,
  now: number,
): boolean {
  return state === 'pending' && mail !== 'sent' && Date.parse(sent_at) + MAIL_TRIED_MS <= now;
}
