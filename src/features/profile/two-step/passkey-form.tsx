import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import * as v from 'valibot';
import { useClient } from '../../../data/client.tsx';
import { addPasskey } from '../../../data/passkeys.ts';
import { useOwnProof } from '../../../data/own-proof.ts';
import { OwnPassword } from '../../../ui/forms/own-password.tsx';
import { i18n, message } from '../../../i18n/i18n.ts';
import { moveFocus } from '../../../ui/focus/move-focus.ts';
import { required } from '../../../ui/forms/rules.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useValues } from '../../../ui/forms/use-values.ts';
import styles from '../profile-page.module.css';
import { Answer } from '../../../ui/forms/answer.tsx';
import { useAnswer } from '../../../data/answer.ts';

const EMPTY = { name: '', password: '' };
const RULES = v.object({ name: required(message('Name')) });

interface PasskeyFormProps {
  /** Address of the account, for password managers. */
  readonly email: string;
  /** Called with the recovery codes, which are empty when there are some already. */
  readonly onDone: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** A new passkey: its name and the password; then the browser asks where to keep it. */
export function PasskeyForm({ email, onDone, onCancel }: PasskeyFormProps) {
  const client = useClient();
  const answer = useAnswer();
  const own = useOwnProof();
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const { name, password } = form.values;
    await answer.ask(async () => {
      onDone(await addPasskey(client, { name: name.trim(), password }));
      return '';
    });
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <TextInput
        ref={moveFocus}
        label={i18n.t('Name')}
        placeholder={i18n.t('Where you keep it, for example your laptop')}
        autoComplete="off"
        maxLength={200}
        required
        withAsterisk={false}
        {...form.text('name')}
      />
      <OwnPassword email={email} own={own} {...form.text('password')} />
      <Answer error={answer.error} />
      <div className={styles['buttons']}>
        <Button type="submit" disabled={answer.busy}>
          {i18n.t('Create the passkey')}
        </Button>
        <Button variant="default" disabled={answer.busy} onClick={onCancel}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
