import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import type { OwnProof } from '../../model/protocol/own-proof.ts';
import type { Schema } from '../store/schema.ts';
import type { Auth } from './auth.ts';
import { passkeysOf } from './passkeys.ts';
import type { Self } from './password-change.ts';
import { PROOF_MS } from './recent-proof.ts';
import { givenPasskey } from './second-factor.ts';

/** How the person proves themselves at an action that asks for it. `hasProvider`: of their address. */
export async function ownProof(
  { database, machine }: Auth,
  { userId, sessionId }: Self,
  hasProvider: boolean,
): Promise<OwnProof> {
  const { db } = database;
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.password_hash as hash', 'sessions.proved_at as provedAt'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst();
  const until = (row?.provedAt ?? Number.NEGATIVE_INFINITY) + PROOF_MS;
  return {
    password: row !== undefined && row.hash !== null,
    passkey: (await passkeysOf(db, userId)) > 0,
    provider: hasProvider,
    until: until > machine.now() ? until : null,
  };
}

/** Proves the person of a session by one of their own passkeys. Throws `bad_credentials`. */
export async function proveByPasskey(
  auth: Auth,
  self: Self,
  passkey: AuthenticationResponseJSON,
): Promise<void> {
  const given = await givenPasskey(auth, self, passkey);
  await auth.writer.write([], async (tx) => {
    const db = await tx.db();
    await given.spend(db);
    await noteProof(auth, db, self);
  });
}

/** Runs in a write transaction. */
export async function noteProof(
  { machine }: Auth,
  db: Kysely<Schema>,
  { userId, sessionId }: Self,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proved_at: machine.now() })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .execute();
}
