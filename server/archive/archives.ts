import type { Readable } from 'node:stream';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayExportOrganization } from '../../model/permissions/organization-archive.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { Auth } from '../auth/auth.ts';
import type { Caller } from '../auth/caller.ts';
import { proveSelf } from '../auth/password-change.ts';
import { originOf } from '../auth/throttle.ts';
import { loadActor } from '../writer/actor.ts';
import { issueTicket, noDownload, takeTicket } from './tickets.ts';

/**
 * Opens an export of an organisation or of an account; the stream ends with an error when it could not be written to
 * its end.
 */
export type OpenExport = (subject: string) => Readable;

interface Asked {
  readonly password: string;
  readonly caller: Caller;
}

/**
 * Requests an archive: the result is the secret of an address that works once. The password is required: the archive
 * has everything of everybody. Throws `bad_credentials`, `rate_limited` or the refusal.
 */
export async function requestArchive(auth: Auth, actor: Actor, asked: Asked): Promise<string> {
  const refusal = mayExportOrganization(actor);
  if (refusal !== undefined) throw new CairnError(refusal);
  await proveSelf(auth, actor, asked);
  const { userId, orgId } = actor;
  return issueTicket(auth, { purpose: 'archive', userId, orgId });
}

/**
 * Uses the secret up, checks the right of its person again, logs the export, and returns the organisation. Throws
 * `not_found` for a secret that does not work, and for a person without the right.
 */
export async function takeArchive(auth: Auth, secret: string, caller: Caller): Promise<string> {
  const now = auth.machine.now();
  return auth.writer.separate(async (tx) => {
    const db = await tx.db();
    const ticket = await takeTicket(db, { purpose: 'archive', secret, now });
    const actor = await loadActor(await tx.sql(), ticket, now);
    if (actor === undefined || mayExportOrganization(actor) !== undefined) throw noDownload();
    const { orgId, orgUserId, userId } = actor;
    const from = originOf(caller);
    await auth.security.add(db, { kind: 'organization_exported', orgId, orgUserId, userId, from });
    return orgId;
  });
}

/** Requests the data about the caller, with their password. Throws `bad_credentials` or `rate_limited`. */
export async function requestOwnData(
  auth: Auth,
  { userId }: { readonly userId: string },
  asked: Asked,
): Promise<string> {
  await proveSelf(auth, { userId }, asked);
  return issueTicket(auth, { purpose: 'own-data', userId, orgId: '' });
}

/** Uses the secret up, logs the export, and returns the account. Throws `not_found` for a secret that does not work. */
export async function takeOwnData(auth: Auth, secret: string, caller: Caller): Promise<string> {
  const now = auth.machine.now();
  return auth.writer.separate(async (tx) => {
    const db = await tx.db();
    const { userId } = await takeTicket(db, { purpose: 'own-data', secret, now });
    const from = originOf(caller);
    await auth.security.addForAccount(db, { kind: 'own_data_exported', userId, from });
    return userId;
  });
}
