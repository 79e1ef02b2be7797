import type { Readable } from 'node:stream';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayExportOrganization } from '../../model/permissions/organization-archive.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { Auth } from '../auth/auth.ts';
import type { Caller } from '../auth/caller.ts';
import { proveSelf } from '../auth/password-change.ts';
import { originOf } from '../auth/throttle.ts';
import { createInFlight, type InFlight } from '../shared/in-flight.ts';
import { loadActor } from '../writer/actor.ts';
import type { WriteTx } from '../writer/writer-types.ts';
import { issueTicket, noDownload, personOfTicket, takeTicket, type Ticket } from './tickets.ts';

/**
 * Opens an export of an organisation or of an account; the stream ends with an error when it could not be written to
 * its end.
 */
export type OpenExport = (subject: string) => Readable;

/** Each export is a process with a snapshot of the database (processes.ts). */
export function createExportsInFlight(): InFlight {
  return createInFlight({
    total: 4,
    each: 1,
    message: /*i18n*/ 'Other downloads are still being made. Try again in a minute.',
    retryAfter: 60,
  });
}

interface Asked {
  readonly password: string;
  readonly caller: Caller;
  readonly running: InFlight;
}

/**
 * Requests an archive: the result is the secret of an address that works once. The password is required: the archive
 * has everything of everybody. Throws `bad_credentials`, `rate_limited` or the refusal.
 */
export async function requestArchive(auth: Auth, actor: Actor, asked: Asked): Promise<string> {
  const refusal = mayExportOrganization(actor);
  if (refusal !== undefined) throw new CairnError(refusal);
  const { userId, orgId } = actor;
  await admit(auth, actor, asked);
  return issueTicket(auth, { purpose: 'archive', userId, orgId });
}

/** An export that was begun: `end` must be called when its response has ended. */
export interface Begun {
  /** Organisation or account. */
  readonly subject: string;
  readonly end: () => void;
}

interface Taken {
  readonly secret: string;
  readonly caller: Caller;
  readonly running: InFlight;
}

/**
 * Uses the secret up, checks the right of its person again, logs the export, and begins the export of the organisation.
 * Throws `not_found` for a secret that does not work, and for a person without the right; `rate_limited` while other
 * exports run: the secret stays.
 */
export function takeArchive(auth: Auth, taken: Taken): Promise<Begun> {
  return begin(auth, { ...taken, purpose: 'archive' }, async (tx, ticket) => {
    const actor = await loadActor(await tx.sql(), ticket, auth.machine.now());
    if (actor === undefined || mayExportOrganization(actor) !== undefined) throw noDownload();
    const { orgId, orgUserId, userId } = actor;
    const from = originOf(taken.caller);
    const event = { kind: 'organization_exported', orgId, orgUserId, userId, from } as const;
    await auth.security.add(await tx.db(), event);
    return orgId;
  });
}

/** Requests the data about the caller, with their password. Throws `bad_credentials` or `rate_limited`. */
export async function requestOwnData(
  auth: Auth,
  { userId }: { readonly userId: string },
  asked: Asked,
): Promise<string> {
  await admit(auth, { userId }, asked);
  return issueTicket(auth, { purpose: 'own-data', userId, orgId: '' });
}

/**
 * Uses the secret up, logs the export, and begins the export of the account. Throws `not_found` for a secret that does
 * not work; `rate_limited` while other exports run: the secret stays.
 */
export function takeOwnData(auth: Auth, taken: Taken): Promise<Begun> {
  return begin(auth, { ...taken, purpose: 'own-data' }, async (tx, { userId }) => {
    const from = originOf(taken.caller);
    const event = { kind: 'own_data_exported', userId, from } as const;
    await auth.security.addForAccount(await tx.db(), event);
    return userId;
  });
}

/** The bounds of a person, before and after the password has been checked. */
async function admit(
  auth: Auth,
  self: { readonly userId: string },
  { running, ...asked }: Asked,
): Promise<void> {
  running.requireRoom(self.userId);
  await proveSelf(auth, self, asked);
  await auth.throttle.download(self.userId);
}

async function begin(
  auth: Auth,
  { purpose, secret, running }: Taken & Pick<Ticket, 'purpose'>,
  take: (tx: WriteTx, ticket: Ticket) => Promise<string>,
): Promise<Begun> {
  const used = { purpose, secret, now: auth.machine.now() };
  const end = running.begin(await personOfTicket(auth.database.db, used));
  try {
    const subject = await auth.writer.separate(async (tx) =>
      take(tx, await takeTicket(await tx.db(), used)),
    );
    return { subject, end };
  } catch (error) {
    end();
    throw error;
  }
}
