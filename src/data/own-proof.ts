import { useEffect } from 'react';
import { type OwnProof, parseOwnProof } from '../../model/protocol/own-proof.ts';
import { parseSignOnStart } from '../../model/protocol/single-sign-on.ts';
import type { Client } from '../../sync/client/index.ts';
import { useAnswer } from './answer.ts';
import { useAccount, useClient } from './client.tsx';
import { i18n } from '../i18n/i18n.ts';
import { useFromServer } from './from-server.ts';
import { goToProvider } from './single-sign-on.ts';

const AGAIN_MS = 60_000;

/** How the person proves themselves at an action that asks for it. */
export interface OwnProofState {
  /** Undefined while the server is asked, and when it cannot be reached. */
  readonly proof: OwnProof | undefined;
  readonly busy: boolean;
  readonly error: string | undefined;
  /** Text about the tab in which the provider was opened. */
  readonly done: string | undefined;
  readonly byPasskey: () => void;
  /** Leaves the page for the identity provider, or opens it in another tab (`goToProvider`). */
  readonly byProvider: () => void;
}

export function useOwnProof(): OwnProofState {
  const client = useClient();
  const account = useAccount();
  const { value: proof, reload } = useFromServer(readProof);
  const { busy, error, done, ask } = useAnswer();
  const until = proof?.until ?? null;
  // The proof ends by the server's clock.
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => void reload(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [until, reload]);
  const isElsewhere = done !== undefined && done !== '';
  // The person returns from the tab in which they have proved themselves.
  useEffect(() => {
    if (!isElsewhere) return;
    const look = () => void (document.visibilityState === 'visible' && reload());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isElsewhere, reload]);
  const attempt = (work: () => Promise<string>) => void ask(work);
  return {
    proof,
    busy,
    error,
    done,
    byPasskey: () =>
      attempt(async () => {
        const { askPasskey } = await import('./passkeys.ts');
        const passkey = await askPasskey(client, account?.userId);
        await client.own.request({ path: 'api/own-proof/passkey/', body: { passkey } }, nothing);
        await reload();
        return '';
      }),
    byProvider: () =>
      attempt(async () => {
        const call = { path: 'api/own-proof/provider/', body: {} };
        const { pathname, search, hash } = globalThis.location;
        return goToProvider(client, {
          ask: () => client.own.request(call, parseSignOnStart),
          back: pathname + search + hash,
          text: i18n.t('Confirm that it is you in the other tab, and then return to this page.'),
        });
      }),
  };
}

function readProof({ own }: Client): Promise<OwnProof> {
  return own.request({ method: 'GET', path: 'api/own-proof/' }, parseOwnProof);
}

function nothing(): void {
  // The response contains no data.
}
