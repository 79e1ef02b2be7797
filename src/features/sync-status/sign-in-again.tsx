import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAccount, useClient } from '../../data/client.tsx';
import { loginFailure } from '../../data/session-failures.ts';
import { type SessionEndReason, useSessionEnd } from '../../data/session-end.ts';
import styles from './sync-banners.module.css';

/** Sign-in form in place after the session has ended; nothing is lost meanwhile (product.md, 13). */
export function SignInAgain({ waiting }: { readonly waiting: number }) {
  const client = useClient();
  const account = useAccount();
  const end = useSessionEnd();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  if (account === undefined) return null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await client.signIn({ email: account.record.email, password });
      setPassword('');
    } catch (failure) {
      setError(loginFailure(failure));
    }
    setBusy(false);
  };
  return (
    <section className={styles['banner']} aria-label="Sign in again">
      <span className={styles['text']}>
        {end === undefined ? 'Your session has ended.' : REASONS[end]} {waitingMessage(waiting)}{' '}
        Sign in as {account.record.email} to go on syncing; you can keep working meanwhile.
      </span>
      <form className={styles['form']} onSubmit={(event) => void submit(event)}>
        <input
          type="email"
          name="email"
          autoComplete="username"
          value={account.record.email}
          readOnly
          hidden
        />
        <PasswordInput
          size="xs"
          w={190}
          aria-label="Password"
          placeholder="Password"
          autoComplete="current-password"
          required
          value={password}
          // One password without a rule, in the frame: useForm would load with every screen.
          // oxlint-disable-next-line house/one-form
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button size="xs" type="submit" disabled={busy}>
          {busy ? 'Loading...' : 'Sign in'}
        </Button>
      </form>
      {error === undefined ? null : (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

const REASONS: Readonly<Record<SessionEndReason, string>> = {
  ended_elsewhere: 'You were signed out on another device.',
  password_changed: 'Your password was changed.',
  expired: 'Your session has expired.',
  deactivated: 'Your access has ended.',
};

function waitingMessage(waiting: number): string {
  if (waiting === 0) return 'Your work is safe.';
  return waiting === 1
    ? '1 change is safe on this device.'
    : `${waiting} changes are safe on this device.`;
}
