import { defineEntity } from './define-entity.ts';
import { added, bool, image, instant, text } from './fields.ts';

/**
 * A person in an organisation (sessions spec, 3 "Organisation user"). The fields of the user's own
 * profile are copied here, so that a device needs one row to show a person. The role determines the
 * level.
 */
export const orgUsers = defineEntity({
  table: 'org_users',
  noun: 'user',
  stream: 'org',
  fields: {
    /**
     * The account's number after the person has joined. Before that, a number of the same counter
     * that reveals nothing (decision 0010); empty on the device that has just added them.
     */
    user: text(),
    display_name: text({ label: /*i18n*/ 'Name', csv: 'Name', restore: 'person-edit' }),
    email: text({ csv: 'E-mail' }),
    phone_number: text({ csv: 'Phone number', restore: 'person-edit' }),
    profile_image: image({ label: /*i18n*/ 'Picture' }),
    user_role: text({ label: /*i18n*/ 'Role', refers: 'roles', restore: 'person-set-role' }),
    active: bool({ csv: 'Active', restore: 'person-set-active' }),
    /** False until the person has chosen a password through the link in their mail. */
    joined: bool(),
    /** Others see what the person has seen of their work, and the person sees it of others (RECEIPT-5). */
    shares_seen: added(bool({ label: /*i18n*/ 'Shares what they have read' }), true),
    /** A program that acts with a token of the organisation: no account, no sign-in, never active (decision 0097). */
    program: added(bool(), false),
    created_at: instant(),
  },
});
export type OrgUser = ReturnType<typeof orgUsers.parse>;
