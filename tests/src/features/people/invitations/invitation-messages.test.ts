import { expect, it } from 'vitest';
import { type Invitation, invitations } from '../../../../../model/entities/invitation.ts';
import { mailMessage } from '../../../../../src/features/people/invitations/invitation-messages.ts';

const DAY = 24 * 60 * 60_000;
const SENT = Date.parse('2026-11-21T09:00:00Z');

function words(mail: Invitation['mail'], days: number, unsent = false): string {
  const iso = (time: number) => new Date(time).toISOString();
  const invitation = invitations.parse({
    id: 'i',
    scope: 'admin',
    v: 1,
    email: 'nia@example.org',
    role: 'r',
    organization_user: null,
    invited_by: '1',
    sent_at: iso(SENT),
    expires_at: iso(SENT + 7 * DAY),
    state: 'pending',
    mail,
    created_at: iso(SENT),
  });
  return mailMessage(invitation, { now: SENT + days * DAY, unsent }).text;
}

it('an invitation shows the state of its mail, and promises no delivery that the server has given up', () => {
  expect(words('queued', 0, true)).toMatch(/Saved on this device/);
  expect(words('queued', 0)).toBe('Mail queued');
  expect(words('delayed', 2.9)).toBe('The mail server is down: queued, will be sent');
  expect(words('delayed', 3)).toBe('The mail could not be sent for three days: send it again');
  expect(words('sent', 3)).toBe('Mail sent');
  expect(words('sent', 7)).toBe('The link has expired: send it again');
});
