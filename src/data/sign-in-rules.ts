import { useMemo } from 'react';
import { mayManageSignInRules } from '../../model/permissions/sign-in-rules.ts';
import {
  type FactorLevels,
  type MemberSessions,
  parseMemberSessions,
  parseSignInRules,
  type SignInRules,
} from '../../model/protocol/sign-in-rules.ts';
import type { Client } from '../../sync/client/index.ts';
import { useActor } from './client.tsx';
import { useFromServer } from './from-server.ts';

export type { FactorLevels, MemberSessions, SignInRules };

/** What the open organisation demands of sign-ins, for Level 1. */
export function useSignInRules() {
  return useFromServer(readRules);
}

export interface RuleFields {
  readonly factor_levels: FactorLevels;
  readonly factor_grace_days: number;
  readonly offline_days: number | null;
  readonly encrypt_devices: boolean;
}

export async function saveRules({ own }: Client, fields: RuleFields): Promise<void> {
  await own.request(
    { path: 'api/sign-in-rules/update/', body: { ...fields }, renews: true },
    nothing,
  );
}

/**
 * Members without a second factor, where the organisation demands one. Undefined for people below Level 1, without a
 * demand, and while the server is asked.
 */
export function useWithoutFactor(): ReadonlySet<string> | undefined {
  const actor = useActor();
  const isManager = actor !== undefined && mayManageSignInRules(actor) === undefined;
  const { value } = useFromServer(isManager ? readRules : readNothing);
  return useMemo(
    () =>
      value === undefined || value.factor_levels === 0 ? undefined : new Set(value.without_factor),
    [value],
  );
}

/** Sessions of a member, the last used first. */
export function readMemberSessions({ own }: Client, orgUserId: string): Promise<MemberSessions> {
  const body = { organization_user: orgUserId };
  return own.request({ path: 'api/member-sessions/list/', body }, parseMemberSessions);
}

export async function endMemberSession(
  { own }: Client,
  orgUserId: string,
  id: string,
): Promise<void> {
  const body = { organization_user: orgUserId, id };
  await own.request({ path: 'api/member-sessions/end/', body }, nothing);
}

function readRules({ own }: Client): Promise<SignInRules> {
  return own.request({ method: 'GET', path: 'api/sign-in-rules/' }, parseSignInRules);
}

function readNothing(): Promise<undefined> {
  return Promise.resolve(undefined);
}

function nothing(): void {
  // The response contains no data.
}
