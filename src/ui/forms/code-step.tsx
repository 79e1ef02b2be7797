import { Anchor, Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { moveFocus } from '../focus/move-focus.ts';
import styles from './code-step.module.css';

interface CodeStepProps {
  /** Ways that the account has: `passkey`, `totp`, `recovery`. */
  readonly methods: readonly unknown[];
  readonly busy: boolean;
  /** Text for the last failure. */
  readonly error: string | undefined;
  readonly onSubmit: (code: string) => void;
  readonly onPasskey: () => void;
  readonly onBack: () => void;
}

/** Second step of a sign-in: a passkey, the code of an authenticator app, or a recovery code. */
export function CodeStep({ methods, busy, error, onSubmit, onPasskey, onBack }: CodeStepProps) {
  const [code, setCode] = useState('');
  const hasApp = methods.includes('totp');
  const hasPasskey = methods.includes('passkey');
  const [isRecovery, setRecovery] = useState(!hasApp);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(code);
  };
  return (
    <form className={styles['step']} onSubmit={submit}>
      {hasPasskey ? (
        <Button
          variant={hasApp ? 'default' : 'filled'}
          fullWidth
          disabled={busy}
          onClick={onPasskey}
        >
          {i18n.t('Use a passkey')}
        </Button>
      ) : null}
      <TextInput
        // The two kinds of codes have different keyboards on phones.
        key={isRecovery ? 'recovery' : 'app'}
        {...(hasApp && { ref: moveFocus })}
        label={isRecovery ? i18n.t('Recovery code') : i18n.t('Code')}
        description={
          isRecovery
            ? i18n.t('One of the codes that you kept when you set up the two-step sign-in.')
            : i18n.t('The six digits that your authenticator app shows now.')
        }
        name="code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <p className={styles['error']} role="alert">
        {error ?? ''}
      </p>
      <Button
        type="submit"
        variant={hasPasskey && !hasApp ? 'default' : 'filled'}
        fullWidth
        disabled={busy}
      >
        {busy ? i18n.t('Loading...') : i18n.t('Sign in')}
      </Button>
      <div className={styles['others']}>
        {hasApp && methods.includes('recovery') ? (
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => {
              setCode('');
              setRecovery(!isRecovery);
            }}
          >
            {isRecovery ? i18n.t('Use the authenticator app') : i18n.t('Use a recovery code')}
          </Anchor>
        ) : null}
        <Anchor component="button" type="button" size="sm" underline="always" onClick={onBack}>
          {i18n.t('Back')}
        </Anchor>
      </div>
    </form>
  );
}
