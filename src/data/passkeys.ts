import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { parseCodes, parseCreation, parsePasskeyOptions } from '../../model/protocol/two-step.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';
import type { Client } from '../../sync/client/index.ts';

/**
 * Asks the person to confirm with a passkey; resolves to the signature, for a sign-in or as a second factor. `userId`:
 * the account that it must belong to. Rejects with CairnError.
 */
export async function askPasskey({ own }: Client, userId?: string): Promise<unknown> {
  const call = { path: 'api/passkey/options/', isPublic: true } as const;
  const optionsJSON = await own.request(call, parsePasskeyOptions);
  const signed = await startAuthentication({ optionsJSON }).catch(refuseWithReason);
  const owner = signed.response.userHandle;
  if (userId !== undefined && owner !== undefined && owner !== handleOf(userId)) {
    throw new CairnError(
      refuse('bad_credentials', /*i18n*/ 'This passkey belongs to another account'),
    );
  }
  return signed;
}

/**
 * Creates a passkey on this device or another one, and adds it to the account. Resolves to the recovery codes, which are
 * not readable again; empty when there are some already. Rejects with CairnError.
 */
export async function addPasskey(
  { own }: Client,
  { password, name }: { readonly password: string; readonly name: string },
): Promise<readonly string[]> {
  const begin = { path: 'api/factor/passkey/begin/', body: { password } };
  const optionsJSON = await own.request(begin, parseCreation);
  const passkey = await startRegistration({ optionsJSON }).catch(refuseWithReason);
  const body = { passkey, name };
  return own.request({ path: 'api/factor/passkey/create/', body, renews: true }, parseCodes);
}

/** The account's handle in its passkeys, as the server writes it. */
function handleOf(userId: string): string {
  return btoa(`cairn ${userId}`).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
}

/** The browser says why nothing was confirmed by the name of its error. */
function refuseWithReason(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : '';
  throw new CairnError(REASONS[name] ?? NOT_CONFIRMED, { cause });
}

const NOT_CONFIRMED = refuse(
  'bad_credentials',
  /*i18n*/ 'No passkey was used: it was cancelled, or took too long.',
);
const REASONS: Readonly<Record<string, typeof NOT_CONFIRMED>> = {
  InvalidStateError: refuse(
    'conflict',
    /*i18n*/ 'This device has a passkey for your account already.',
  ),
  SecurityError: refuse(
    'conflict',
    /*i18n*/ 'Passkeys do not work at this address of the server. Ask its operator.',
  ),
};
