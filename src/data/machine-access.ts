import {
  type OwnFeed,
  type OwnToken,
  parseFeeds,
  parseNewFeed,
  parseNewToken,
  parseTokens,
} from '../../model/protocol/machine-access.ts';
import type { Client } from '../../sync/client/index.ts';
import { type Listed, useListed } from './listed.ts';

export type { OwnFeed, OwnToken };

export interface NewToken {
  readonly name: string;
  readonly access: OwnToken['access'];
  readonly days: number;
  readonly password: string;
}

/** A new secret for a token of either kind. */
export interface SecretReplacement {
  readonly id: string;
  /** Hours for which the former secret works too: 0, 1 or 24. */
  readonly overlap_hours: number;
  readonly password: string;
}

/** Tokens of the person for programs, in the open organisation. The list is the server's and needs a connection. */
export function useOwnTokens(): Listed<OwnToken> {
  return useListed(readTokens);
}

/** Calendars of the person in the open organisation, likewise. */
export function useOwnFeeds(): Listed<OwnFeed> {
  return useListed(readFeeds);
}

/** Creates a token; resolves to its secret, which is not readable again. */
export function createToken({ own }: Client, token: NewToken): Promise<string> {
  return own.request({ path: 'api/token/create/', body: { ...token } }, parseNewToken);
}

/** Replaces the secret of a token; resolves to the new one, which is not readable again. */
export function rotateToken({ own }: Client, change: SecretReplacement): Promise<string> {
  return own.request({ path: 'api/token/rotate/', body: { ...change } }, parseNewToken);
}

export async function endToken({ own }: Client, id: string): Promise<void> {
  await own.request({ path: 'api/token/end/', body: { id } }, nothing);
}

/** Creates or replaces the address of a calendar; resolves to it: it is not readable again. */
export function createFeed({ own }: Client, project: string | null): Promise<string> {
  return own.request({ path: 'api/calendar/create/', body: { project } }, parseNewFeed);
}

export async function endFeed({ own }: Client, project: string | null): Promise<void> {
  await own.request({ path: 'api/calendar/end/', body: { project } }, nothing);
}

function readTokens({ own }: Client): Promise<readonly OwnToken[]> {
  return own.request({ method: 'GET', path: 'api/token/list/' }, parseTokens);
}

function readFeeds({ own }: Client): Promise<readonly OwnFeed[]> {
  return own.request({ method: 'GET', path: 'api/calendar/list/' }, parseFeeds);
}

function nothing(): void {}
