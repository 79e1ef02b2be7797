import { CairnError } from '../../model/shared/errors.ts';
import type { Caller } from '../auth/caller.ts';
import { profileOf } from '../auth/memberships.ts';
import { noteProof } from '../auth/own-proof.ts';
import type { Self } from '../auth/password-change.ts';
import { domainOf } from '../shared/email-domain.ts';
import { newSecret } from '../shared/secrets.ts';
import { beginAttempt, readTicket, spendTicket } from './attempts.ts';
import { ownerOf } from './domains.ts';
import { activeProvider } from './settings.ts';
import type { Sso } from './sso.ts';

/** True when an identity provider speaks for the address of the account. */
export async function hasProvider({ auth }: Sso, userId: string): Promise<boolean> {
  return (await providerOf({ auth }, userId)) !== undefined;
}

/**
 * Begins a proof at the identity provider of the person's address, which asks for a new sign-in. Returns its address and
 * the secret for the browser's cookie. Throws `not_found` without a provider.
 */
export async function beginProof(
  sso: Sso,
  { userId }: Self,
  caller: Caller,
): Promise<{ readonly url: string; readonly browser: string }> {
  const { auth, providers, redirectUri } = sso;
  const { machine, writer, throttle } = auth;
  await throttle.address(caller.address);
  const found = await providerOf(sso, userId);
  if (found === undefined) {
    throw new CairnError({
      code: 'not_found',
      message:
        /*i18n*/ 'There is no single sign-on for this e-mail address. Sign in with your password.',
    });
  }
  const browser = newSecret(machine.random);
  const { orgId, provider, email } = found;
  const pending = await writer.write([], async (tx) =>
    beginAttempt(await tx.db(), machine, { orgId, browser, shared: false, proves: userId }),
  );
  const request = { ...pending, redirectUri, email, isAnew: true };
  return { url: await providers.addressOf(provider, request), browser };
}

/** Uses up the ticket of a return: the provider has named the person of the session. Throws `bad_credentials`. */
export async function finishProof(
  { auth }: Sso,
  self: Self,
  { ticket, browser }: { readonly ticket: string; readonly browser: string | undefined },
): Promise<void> {
  const { machine, database, writer } = auth;
  const now = machine.now();
  const given = { ticket, browser: browser ?? '', now, proves: self.userId };
  const returned = await readTicket(database.db, given);
  const profile = await profileOf(database.db, self.userId);
  if (returned === undefined || returned.email !== profile?.email) throw otherPerson();
  await writer.write([], async (tx) => {
    const db = await tx.db();
    if (!(await spendTicket(db, ticket))) throw otherPerson();
    await noteProof(auth, db, self);
  });
}

async function providerOf({ auth }: Pick<Sso, 'auth'>, userId: string) {
  const { db } = auth.database;
  const email = (await profileOf(db, userId))?.email;
  const orgId = email === undefined ? undefined : await ownerOf(db, domainOf(email));
  if (email === undefined || orgId === undefined) return undefined;
  const provider = await activeProvider(auth, db, orgId);
  return provider && { orgId, provider, email };
}

function otherPerson(): CairnError {
  return new CairnError({
    code: 'bad_credentials',
    message: /*i18n*/ 'The identity provider has not confirmed that it is you. Try again.',
  });
}
