import * as v from 'valibot';
import { parseAt } from '../shared/parse.ts';
import { wireId } from './wire-id.ts';

/** Longest grace period of a demanded second factor, in days. */
export const MOST_GRACE_DAYS = 30;
/** Longest limit of days without a connection. */
export const MOST_OFFLINE_DAYS = 90;
/** Levels that need a second factor: none, those from level 1 to the named one, everybody. */
export const FACTOR_LEVELS = [0, 1, 2, 3, 4] as const;
export type FactorLevels = (typeof FACTOR_LEVELS)[number];

/** What an organisation demands of sign-ins, as the server gives it to Level 1. Instants are milliseconds. */
const rulesSchema = v.looseObject({
  factor_levels: v.picklist(FACTOR_LEVELS),
  factor_grace_days: v.number(),
  /** End of the grace period of those who were members before; null: nothing is demanded. */
  factor_until: v.nullable(v.number()),
  /** Days without a connection after which a device asks to sign in again; null: none. */
  offline_days: v.nullable(v.number()),
  /** Ordinary computers encrypt what they store; missing from older servers. */
  encrypt_devices: v.optional(v.boolean(), false),
  /** True when the person who reads has a second factor: without one they cannot demand one. */
  has_factor: v.boolean(),
  /** Members (`organization_user`) whose password alone opens a session. */
  without_factor: v.array(wireId),
});
export type SignInRules = v.InferOutput<typeof rulesSchema>;

const sessionsSchema = v.array(
  v.looseObject({
    id: v.string(),
    browser: v.nullable(v.string()),
    created_at: v.number(),
    used_at: v.number(),
    ends_at: v.number(),
    address: v.nullable(v.string()),
    shared: v.boolean(),
  }),
);
export type MemberSessions = v.InferOutput<typeof sessionsSchema>;

const rulesAnswer = v.looseObject({ data: rulesSchema });
const sessionsAnswer = v.looseObject({ data: sessionsSchema });

/** Parsers of whole responses; each throws CairnError `invalid`. */
export const parseSignInRules = (response: unknown): SignInRules =>
  parseAt(rulesAnswer, response).data;
export const parseMemberSessions = (response: unknown): MemberSessions =>
  parseAt(sessionsAnswer, response).data;
