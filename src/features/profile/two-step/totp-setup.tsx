import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { useClient } from '../../../data/client.tsx';
import { beginTotp, confirmTotp, type NewTotp } from '../../../data/two-step.ts';
import { useOwnProof } from '../../../data/own-proof.ts';
import { OwnPassword } from '../../../ui/forms/own-password.tsx';
import { i18n } from '../../../i18n/i18n.ts';
import { moveFocus } from '../../../ui/focus/move-focus.ts';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useValues } from '../../../ui/forms/use-values.ts';
import { QrCode } from '../../../ui/marks/qr-code.tsx';
import styles from '../profile-page.module.css';
import { Answer } from '../../../ui/forms/answer.tsx';
import { useAnswer } from '../../../data/answer.ts';

const EMPTY = { password: '', code: '' };
/** The server checks both. */
const RULES = v.object({});

interface TotpSetupProps {
  /** Address of the account, for password managers. */
  readonly email: string;
  /** Called with the recovery codes, which are empty when there are some already. */
  readonly onDone: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Set-up of an authenticator app: the password, then the QR code or the secret, then a first code. */
export function TotpSetup({ email, onDone, onCancel }: TotpSetupProps) {
  const client = useClient();
  const answer = useAnswer();
  const own = useOwnProof();
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const [begun, setBegun] = useState<NewTotp>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { password, code } = form.values;
    await answer.ask(async () => {
      if (begun === undefined) setBegun(await beginTotp(client, password));
      else onDone(await confirmTotp(client, code));
      return '';
    });
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      {begun === undefined ? (
        <OwnPassword email={email} own={own} ref={moveFocus} {...form.text('password')} />
      ) : (
        <>
          <p className={styles['plain']}>
            {i18n.t('Scan this with your authenticator app, or type the secret into it.')}
          </p>
          <QrCode
            text={begun.uri}
            label={i18n.t('QR code for the authenticator app')}
            className={styles['qr']}
          />
          <TextInput
            label={i18n.t('Secret')}
            value={spaced(begun.secret)}
            readOnly
            spellCheck={false}
            classNames={{ input: styles['code'] }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <TextInput
            ref={moveFocus}
            label={i18n.t('Code')}
            description={i18n.t('The six digits that your authenticator app shows now.')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            {...form.text('code')}
          />
        </>
      )}
      <Answer error={answer.error} />
      <div className={styles['buttons']}>
        <Button type="submit" disabled={answer.busy}>
          {begun === undefined ? i18n.t('Next') : i18n.t('Turn on')}
        </Button>
        <Button variant="default" disabled={answer.busy} onClick={onCancel}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

/** In groups of four, which apps accept. */
function spaced(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
