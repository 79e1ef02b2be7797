import * as v from 'valibot';
import { formerOrganizationSchema } from './session-end.ts';
import { wireId } from './wire-id.ts';

const roleAccess = v.looseObject({
  get_access: v.boolean(),
  post_access: v.boolean(),
  patch_access: v.boolean(),
  delete_access: v.boolean(),
});

/** `data` of `POST api/user-login/` and `POST api/session/token/` (sessions spec, 7). */
export const sessionDataSchema = v.looseObject({
  user: v.looseObject({ id: wireId, display_name: v.string(), email: v.string() }),
  organizations: v.array(
    v.looseObject({
      organization_id: wireId,
      organization_name: v.string(),
      organization_user_id: wireId,
      user_level: v.string(),
      organization_special_role: v.boolean(),
      role_access: roleAccess,
      /** From then on the organisation refuses the person without a second factor; null: it does not. */
      factor_due_at: v.optional(v.nullable(v.number())),
      /** Days without a connection after which a device asks to sign in again; null: none. */
      offline_days: v.optional(v.nullable(v.number())),
      /** The organisation asks that an ordinary computer encrypts what it stores (decision 0099). */
      encrypt_devices: v.optional(v.boolean()),
    }),
  ),
  /** Organisations that have deactivated the person: their data leaves the device (CLIENT-10). */
  former_organizations: v.optional(v.array(formerOrganizationSchema), []),
  access_token: v.string(),
  /** Milliseconds since 1970 by the server's clock. */
  expires_at: v.number(),
  /** Time of this response by the server's clock; missing from older servers. */
  proved_at: v.optional(v.number()),
  session_id: v.string(),
  /** Public key of the person (`sealingKeysSchema`); missing from older servers. */
  sealing_key: v.optional(v.string()),
  /** Number of unsent mutations that this browser last reported (CLIENT-11.4). */
  unsent_reported: v.optional(v.number()),
});
export type SessionData = v.InferOutput<typeof sessionDataSchema>;

/**
 * Permission to create an organisation: everybody; people with an account, since others join by
 * invitation; nobody. The first person of an empty server may always.
 */
export const SIGN_UP_MODES = ['open', 'invited', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** `data` of `GET api/sign-up/`. */
export const signUpModeSchema = v.looseObject({ mode: v.picklist(SIGN_UP_MODES) });

/** Body of every successful REST response. */
export const answerSchema = v.looseObject({
  status: v.number(),
  message: v.optional(v.string()),
  data: v.optional(v.unknown()),
});

/** `data` of `POST api/organization-invite/look/`. */
export const inviteSchema = v.looseObject({
  /** Name of a person who was added beforehand; empty for a person invited by address. */
  display_name: v.optional(v.string(), ''),
  email: v.string(),
  organization_name: v.string(),
  inviter_name: v.optional(v.string()),
  role_name: v.optional(v.string()),
  /**
   * For a person invited by address: whether the address has an account, and whether its mailbox is
   * proved.
   */
  account: v.optional(v.picklist(['none', 'unproved', 'proved'])),
});
export type Invite = v.InferOutput<typeof inviteSchema>;
