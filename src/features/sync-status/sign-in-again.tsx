import { Button, PasswordInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, Suspense, useState } from 'react';
import { useAccount, useClient } from '../../data/client.tsx';
import { factorMethods, loginFailure } from '../../data/session-failures.ts';
import { type SessionEndReason, useSessionEnd } from '../../data/session-end.ts';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import styles from './sync-banners.module.css';
import { prefetch } from '../../ui/prefetch.ts';

const { Component: CodeStep } = prefetch(
  async () => (await import('../../ui/forms/code-step.tsx')).CodeStep,
);

/** Sign-in form in place after the session has ended; nothing is lost meanwhile (product.md, 13). */
export function SignInAgain({ waiting }: { readonly waiting: number }) {
  const client = useClient();
  const router = useRouter();
  const account = useAccount();
  const end = useSessionEnd();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const [methods, setMethods] = useState<readonly unknown[]>();
  if (account === undefined) return null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await enter();
  };
  const attempt = async (signIn: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    setNotice(undefined);
    try {
      await signIn();
      setPassword('');
    } catch (failure) {
      const asked = factorMethods(failure);
      if (asked === undefined) setError(loginFailure(failure));
      else setMethods(asked);
    }
    setBusy(false);
  };
  const enter = (code?: string) =>
    attempt(() => client.signIn({ email: account.record.email, password, code }));
  const enterByPasskey = () =>
    attempt(async () => {
      const { askPasskey } = await import('../../data/passkeys.ts');
      await client.signIn({ passkey: await askPasskey(client, account.userId) });
    });
  const enterByProvider = () =>
    attempt(async () => {
      const { signInAgainByProvider } = await import('../../data/single-sign-on.ts');
      const back = router.history.location.href;
      setNotice(await signInAgainByProvider(client, { email: account.record.email, back }));
    });
  return (
    <section className={styles['banner']} aria-label={i18n.t('Sign in again')}>
      <span className={styles['text']}>
        {end === undefined ? i18n.t('Your session has ended.') : i18n.t(REASONS[end])}{' '}
        {waitingMessage(waiting)}{' '}
        {i18n.t('Sign in as {email} to go on syncing; you can keep working meanwhile.', {
          email: account.record.email,
        })}
      </span>
      {methods !== undefined ? (
        <Suspense>
          <CodeStep
            methods={methods}
            busy={busy}
            error={error}
            onSubmit={(code) => void enter(code)}
            onPasskey={() => void enterByPasskey()}
            onBack={() => setMethods(undefined)}
          />
        </Suspense>
      ) : (
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
            aria-label={i18n.t('Password')}
            placeholder={i18n.t('Password')}
            autoComplete="current-password"
            required
            value={password}
            // One password without a rule, in the frame: useForm would load with every screen.
            // oxlint-disable-next-line house/one-form
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button size="xs" type="submit" disabled={busy}>
            {busy ? i18n.t('Loading...') : i18n.t('Sign in')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={busy}
            onClick={() => void enterByProvider()}
          >
            {i18n.t('Single sign-on')}
          </Button>
        </form>
      )}
      <output className={styles['notice']}>{notice}</output>
      {error === undefined || methods !== undefined ? null : (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

const REASONS: Readonly<Record<SessionEndReason, Message>> = {
  ended_elsewhere: message('You were signed out on another device.'),
  ended_by_organization: message('Your organisation has ended this session.'),
  password_changed: message('Your password was changed.'),
  factor_changed: message('Your two-step sign-in was changed.'),
  expired: message('Your session has expired.'),
  deactivated: message('Your access has ended.'),
};

function waitingMessage(waiting: number): string {
  if (waiting === 0) return i18n.t('Your work is safe.');
  return i18n.t(
    '{count, plural, one {# change is safe on this device.} other {# changes are safe on this device.}}',
    { count: waiting },
  );
}
