import { spawn } from 'node:child_process';
import { PassThrough, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { mayExportOrganization } from '../../model/permissions/organization-archive.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError } from '../../model/shared/errors.ts';
import type { Auth } from '../auth/auth.ts';
import type { Caller } from '../auth/caller.ts';
import { proveSelf } from '../auth/password-change.ts';
import { originOf } from '../auth/throttle.ts';
import { digestOfSecret, newSecret } from '../shared/secrets.ts';
import { loadActor } from '../writer/actor.ts';

/** Opens the archive of an organisation; the stream ends with an error when it could not be written to its end. */
export type OpenArchive = (orgId: string) => Readable;

/** Life of an address from which an archive is downloaded. */
export const TICKET_MS = 5 * 60_000;

/**
 * Requests an archive: the result is the secret of an address that works once. The password is required: the archive
 * has everything of everybody. Throws `bad_credentials`, `rate_limited` or the refusal.
 */
export async function requestArchive(
  auth: Auth,
  actor: Actor,
  { password, caller }: { readonly password: string; readonly caller: Caller },
): Promise<string> {
  requireRight(actor);
  await proveSelf(auth, actor, { password, caller });
  const { machine } = auth;
  const secret = newSecret(machine.random);
  await auth.writer.separate(async (tx) => {
    const db = await tx.db();
    await db
      .insertInto('one_time_tokens')
      .values({
        digest: digestOfSecret(secret),
        purpose: 'archive',
        user_id: actor.userId,
        org_id: actor.orgId,
        email: null,
        expires_at: machine.now() + TICKET_MS,
      })
      .execute();
  });
  return secret;
}

/**
 * Uses the secret up, checks the right of its person again, logs the export, and returns the organisation. Throws
 * `not_found` for a secret that is unknown, used or too old, and for a person without the right.
 */
export async function takeArchive(auth: Auth, secret: string, caller: Caller): Promise<string> {
  return auth.writer.separate(async (tx) => {
    const db = await tx.db();
    const ticket = await db
      .deleteFrom('one_time_tokens')
      .where('digest', '=', digestOfSecret(secret))
      .where('purpose', '=', 'archive')
      .where('expires_at', '>', auth.machine.now())
      .returning(['org_id', 'user_id'])
      .executeTakeFirst();
    const actor = ticket && (await loadActor(await tx.sql(), ticket.org_id, ticket.user_id));
    if (actor === undefined || mayExportOrganization(actor) !== undefined) throw noArchive();
    const { orgId, orgUserId, userId } = actor;
    const from = originOf(caller);
    await auth.security.add(db, { kind: 'organization_exported', orgId, orgUserId, userId, from });
    return orgId;
  });
}

function requireRight(actor: Actor): void {
  const refusal = mayExportOrganization(actor);
  if (refusal !== undefined) throw new CairnError(refusal);
}

function noArchive(): CairnError {
  return new CairnError({
    code: 'not_found',
    message: /*i18n*/ 'This address does not work any more. Request the export again.',
  });
}

const ERROR_CHARACTERS = 2_000;

/**
 * Writes archives in a process of its own (`export.ts`): reading a large organisation would stop the event loop of the
 * server, and its snapshot the other reads. The process ends when nobody reads its output any more.
 */
export function exportInProcess(orgId: string): Readable {
  const path = fileURLToPath(new URL('export.ts', import.meta.url));
  const child = spawn(process.execPath, [path, orgId, '-'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-ERROR_CHARACTERS);
  });
  const output = new PassThrough();
  child.stdout.pipe(output, { end: false });
  child.once('error', (error) => output.destroy(error));
  child.once('close', (code) => {
    if (code === 0) output.end();
    else output.destroy(new Error(said.trim() || `The export ended with ${String(code)}`));
  });
  output.once('close', () => child.kill('SIGKILL'));
  return output;
}
