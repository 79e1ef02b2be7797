import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/**
 * A person in an organisation (sessions spec, 3 "Organisation user"). The fields of the user's own profile are
 * copied here, so that a device needs one row to show a person. The level comes through the role.
 */
export const orgUsers = defineEntity({
  table: 'org_users',
  stream: 'org',
  fields: {
    /**
     * The account's number once the person has joined. Before, a number of the same counter that tells nothing
     * (decision 0010); empty on the device that has just added them.
     */
    user: v.string(),
    display_name: v.string(),
    email: v.string(),
    phone_number: v.string(),
    profile_image: v.nullable(v.string()),
    user_role: v.string(),
    active: v.boolean(),
    /** False until the person has chosen a password through the link in their mail. */
    joined: v.boolean(),
    created_at: v.string(),
  },
  columns: {
    user: 'text',
    display_name: 'text',
    email: 'text',
    phone_number: 'text',
    profile_image: 'text',
    user_role: 'text',
    active: 'boolean',
    joined: 'boolean',
    created_at: 'text',
  },
  files: ['profile_image'],
  images: ['profile_image'],
});
export type OrgUser = ReturnType<typeof orgUsers.parse>;
