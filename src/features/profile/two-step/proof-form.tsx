import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import * as v from 'valibot';
import { useAccount, useClient } from '../../../data/client.tsx';
import { askPasskey } from '../../../data/passkeys.ts';
import type { Proof } from '../../../data/two-step.ts';
import { useOwnProof } from '../../../data/own-proof.ts';
import { OwnPassword } from '../../../ui/forms/own-password.tsx';
import { i18n } from '../../../i18n/i18n.ts';
import { moveFocus } from '../../../ui/focus/move-focus.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useValues } from '../../../ui/forms/use-values.ts';
import styles from '../profile-page.module.css';
import { Answer } from '../../../ui/forms/answer.tsx';
import { useAnswer } from '../../../data/answer.ts';

const EMPTY = { password: '', code: '' };
/** The server checks both. */
const RULES = v.object({});

interface ProofFormProps {
  /** Address of the account, for password managers. */
  readonly email: string;
  /** True for a person with a passkey, which they may use instead of a code. */
  readonly hasPasskey: boolean;
  readonly submit: string;
  readonly onSubmit: (proof: Proof) => Promise<void>;
  readonly onCancel: () => void;
}

/** Password and second factor: both are needed for a change of the two-step sign-in. */
export function ProofForm({ email, hasPasskey, submit, onSubmit, onCancel }: ProofFormProps) {
  const client = useClient();
  const account = useAccount();
  const answer = useAnswer();
  const own = useOwnProof();
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const { password, code } = form.values;
    await answer.ask(async () => {
      await onSubmit(
        code === '' && hasPasskey
          ? { password, passkey: await askPasskey(client, account?.userId) }
          : { password, code },
      );
      return '';
    });
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void send(event)}>
      <OwnPassword email={email} own={own} ref={moveFocus} {...form.text('password')} />
      <TextInput
        label={i18n.t('Code')}
        description={
          hasPasskey
            ? i18n.t(
                'Of your authenticator app, or a recovery code. Leave it empty to use a passkey.',
              )
            : i18n.t('Of your authenticator app, or a recovery code.')
        }
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required={!hasPasskey}
        withAsterisk={false}
        {...form.text('code')}
      />
      <Answer error={answer.error} />
      <div className={styles['buttons']}>
        <Button type="submit" disabled={answer.busy}>
          {submit}
        </Button>
        <Button variant="default" disabled={answer.busy} onClick={onCancel}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
