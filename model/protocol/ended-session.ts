import * as v from 'valibot';
import { formerOrganizationSchema, REMOVALS } from './session-end.ts';
import { wireId } from './wire-id.ts';

/** The reason why a session ended, reported to its own browser only. */
export const SESSION_END_REASONS = [
  /** Ended by its person on another device. */
  'ended_elsewhere',
  /** Ended by an administrator, or by the identity provider. */
  'ended_by_organization',
  'password_changed',
  /** A second factor of the account was added, changed or removed. */
  'factor_changed',
  'expired',
  /** The person does not belong to any organisation any more. */
  'deactivated',
] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

/** `details` of the 401 to `POST api/session/token/` with the cookie of a session that has ended. */
const sessionEndSchema = v.looseObject({
  reason: v.picklist(SESSION_END_REASONS),
  /** The person of the session. */
  user_id: wireId,
  remove: v.nullable(v.picklist(REMOVALS)),
  former_organizations: v.array(formerOrganizationSchema),
});
export type SessionEnd = v.InferOutput<typeof sessionEndSchema>;

/** Undefined for the details of any other refusal. */
export function sessionEndOf(details: unknown): SessionEnd | undefined {
  const parsed = v.safeParse(sessionEndSchema, details);
  return parsed.success ? parsed.output : undefined;
}
