import * as v from 'valibot';
import type { Client } from '../../sync/client/index.ts';
import { type FromServer, useFromServer } from './from-server.ts';
import { type Listed, useListed } from './listed.ts';

const erasureSchema = v.looseObject({
  organization_user: v.string(),
  asked_at: v.nullable(v.number()),
  erase_at: v.nullable(v.number()),
});

/** A person who is to be erased from `erase_at` on, or asks for it. Milliseconds. */
export type PersonErasure = v.InferOutput<typeof erasureSchema>;

/** Requests and plans of the open organisation. The list is the server's and needs a connection. */
export function useErasures(): Listed<PersonErasure> {
  return useListed(readErasures);
}

/** The own request in the open organisation; null without one. */
export function useOwnErasure(): FromServer<PersonErasure | null> {
  return useFromServer(readOwn);
}

export async function planErasure(
  { own }: Client,
  organization_user: string,
  password: string,
): Promise<void> {
  await own.request({ path: 'api/erasure/plan/', body: { organization_user, password } }, nothing);
}

/** Keeps a person, and dismisses their request. */
export async function keepPerson({ own }: Client, organization_user: string): Promise<void> {
  await own.request({ path: 'api/erasure/cancel/', body: { organization_user } }, nothing);
}

export async function askForErasure({ own }: Client): Promise<void> {
  await own.request({ path: 'api/erasure/ask/', body: {} }, nothing);
}

export async function withdrawErasure({ own }: Client): Promise<void> {
  await own.request({ path: 'api/erasure/withdraw/', body: {} }, nothing);
}

const listSchema = v.looseObject({ data: v.array(erasureSchema) });
const ownSchema = v.looseObject({ data: v.nullable(erasureSchema) });

function readErasures({ own }: Client): Promise<readonly PersonErasure[]> {
  const call = { method: 'GET', path: 'api/erasure/list/' } as const;
  return own.request(call, (answer) => v.parse(listSchema, answer).data);
}

function readOwn({ own }: Client): Promise<PersonErasure | null> {
  const call = { method: 'GET', path: 'api/erasure/own/' } as const;
  return own.request(call, (answer) => v.parse(ownSchema, answer).data);
}

function nothing(): void {}
