import {
  type NewTotp,
  type OwnFactors,
  parseCodes,
  parseFactors,
  parseNewTotp,
} from '../../model/protocol/two-step.ts';
import type { Client } from '../../sync/client/index.ts';
import { useFromServer } from './from-server.ts';

export type { NewTotp, OwnFactors };

/** Password and second factor, which together permit changes of the two-step sign-in. */
export interface Proof {
  readonly password: string;
  /** Of an authenticator app, or a recovery code. */
  readonly code?: string;
  /** Signature of a passkey, instead of a code. */
  readonly passkey?: unknown;
}

interface Factors {
  /** Undefined while the server is asked, and when it cannot be reached. */
  readonly factors: OwnFactors | undefined;
  /** Failure of the last request. */
  readonly failure: unknown;
  readonly reload: () => Promise<void>;
}

/** The person's two-step sign-in. It is the server's and needs a connection. */
export function useOwnFactors(): Factors {
  const { value, ...rest } = useFromServer(readFactors);
  return { factors: value, ...rest };
}

function readFactors({ own }: Client): Promise<OwnFactors> {
  return own.request({ method: 'GET', path: 'api/factor/list/' }, parseFactors);
}

export function beginTotp({ own }: Client, password: string): Promise<NewTotp> {
  return own.request({ path: 'api/factor/totp/begin/', body: { password } }, parseNewTotp);
}

/** Resolves to the recovery codes, which are not readable again; empty when there are some already. */
export function confirmTotp({ own }: Client, code: string): Promise<readonly string[]> {
  return own.request(
    { path: 'api/factor/totp/confirm/', body: { code }, renews: true },
    parseCodes,
  );
}

export function removeTotp({ own }: Client, proof: Proof): Promise<void> {
  return own.request(
    { path: 'api/factor/totp/remove/', body: { ...proof }, renews: true },
    nothing,
  );
}

/** Resolves to new recovery codes; the old ones no longer work. */
export function renewRecoveryCodes({ own }: Client, proof: Proof): Promise<readonly string[]> {
  return own.request({ path: 'api/factor/recovery/renew/', body: { ...proof } }, parseCodes);
}

export function removePasskey({ own }: Client, id: string, proof: Proof): Promise<void> {
  const body = { id, ...proof };
  return own.request({ path: 'api/factor/passkey/remove/', body, renews: true }, nothing);
}

/** Removes the second factors of a member. For level 1. */
export function resetFactors({ own }: Client, orgUserId: string): Promise<void> {
  const body = { organization_user: orgUserId };
  return own.request({ path: 'api/factor/reset/', body }, nothing);
}

/** Renews the session after a factor was set up, by which the device learns that nothing is demanded any more. */
export async function factorSetUp({ own, account }: Client): Promise<void> {
  await own.request({ method: 'GET', path: 'api/factor/list/', renews: true }, () => undefined);
  account()?.wake();
}

function nothing(): void {}
