import { useState } from 'react';
import { CairnError } from '../../model/shared/errors.ts';
import type { Client } from '../../sync/client/index.ts';
import { i18n } from '../i18n/i18n.ts';
import { useAnswer } from './answer.ts';
import { useClient } from './client.tsx';
import type { Listed } from './listed.ts';
import type { SecretReplacement } from './machine-access.ts';

/** The form that is open: of a new token, or of a new secret for a token. */
type TokenFormState =
  | { readonly kind: 'create' }
  | { readonly kind: 'rotate'; readonly id: string; readonly name: string };

/** Calls of one kind of tokens. */
interface TokenCalls<New> {
  /** Resolves to the secret. */
  readonly create: (client: Client, token: New) => Promise<string>;
  /** Resolves to the new secret. */
  readonly rotate: (client: Client, change: SecretReplacement) => Promise<string>;
  readonly end: (client: Client, id: string) => Promise<void>;
}

/** Result of `useTokenActions`. */
export type TokenActions<New> = ReturnType<typeof useTokenActions<New>>;

/** Forms, calls and the secret shown once, of a list of tokens. The list is read again after each call. */
export function useTokenActions<New>(
  { reload }: Pick<Listed<unknown>, 'reload'>,
  calls: TokenCalls<New>,
) {
  const client = useClient();
  const answer = useAnswer();
  const [form, setForm] = useState<TokenFormState>();
  const [secret, setSecret] = useState<string>();
  const run = async (call: () => Promise<string>) => {
    const isDone = await answer.ask(call);
    // Also after a failure: a lost response may hide a change that was made.
    await reload();
    return isDone;
  };
  const submit = async (call: () => Promise<string>) => {
    const isDone = await run(call);
    if (isDone) setForm(undefined);
    return isDone;
  };
  return {
    answer,
    form,
    openForm: setForm,
    closeForm: () => setForm(undefined),
    secret,
    closeSecret: () => setSecret(undefined),
    /** Resolves to whether it was created. */
    create: (token: New) =>
      submit(async () => {
        setSecret(await calls.create(client, token));
        return i18n.t('The token has been created');
      }),
    rotate: (change: SecretReplacement) =>
      submit(async () => {
        setSecret(await calls.rotate(client, change));
        return i18n.t('The secret has been replaced');
      }),
    end: async (id: string) => {
      const isDone = await run(() => endedOnce(calls.end(client, id)));
      // A new token that is being typed stays.
      if (isDone && form?.kind === 'rotate' && form.id === id) setForm(undefined);
    },
  };
}

/** A token that does not exist counts as ended: it was ended elsewhere, or the request was sent twice. */
async function endedOnce(ending: Promise<void>): Promise<string> {
  try {
    await ending;
  } catch (failure) {
    if (!(failure instanceof CairnError && failure.code === 'not_found')) throw failure;
  }
  return i18n.t('The token has ended');
}
