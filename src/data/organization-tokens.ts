import {
  type OrganizationToken,
  parseNewToken,
  parseOrganizationTokens,
} from '../../model/protocol/machine-access.ts';
import type { Client } from '../../sync/client/index.ts';
import { type Listed, useListed } from './listed.ts';
import type { SecretReplacement } from './machine-access.ts';

export type { OrganizationToken };

export interface NewOrganizationToken {
  /** Name of the program. */
  readonly name: string;
  readonly access: OrganizationToken['access'];
  /** Ids of projects; null: every project. */
  readonly projects: readonly string[] | null;
  readonly days: number;
  readonly password: string;
}

/** Tokens of the open organisation, the newest first. The list is the server's and needs a connection. */
export function useOrganizationTokens(): Listed<OrganizationToken> {
  return useListed(readTokens);
}

/** Creates a token; resolves to its secret, which is not readable again. */
export function createOrganizationToken(
  { own }: Client,
  token: NewOrganizationToken,
): Promise<string> {
  const path = 'api/organization-token/create/';
  return own.request({ path, body: { ...token } }, parseNewToken);
}

/** Replaces the secret of a token; resolves to the new one, which is not readable again. */
export function rotateOrganizationToken(
  { own }: Client,
  change: SecretReplacement,
): Promise<string> {
  const path = 'api/organization-token/rotate/';
  return own.request({ path, body: { ...change } }, parseNewToken);
}

export async function endOrganizationToken({ own }: Client, id: string): Promise<void> {
  await own.request({ path: 'api/organization-token/end/', body: { id } }, nothing);
}

function readTokens({ own }: Client): Promise<readonly OrganizationToken[]> {
  const path = 'api/organization-token/list/';
  return own.request({ method: 'GET', path }, parseOrganizationTokens);
}

function nothing(): void {}
