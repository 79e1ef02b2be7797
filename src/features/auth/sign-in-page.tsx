import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { CairnError, refuse } from '../../../model/shared/errors.ts';
import { useAccount, useClient } from '../../data/client.tsx';
import { useOnline } from '../../data/online.ts';
import { i18n } from '../../i18n/i18n.ts';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { AuthLayout } from './auth-layout.tsx';
import { DeviceNotes } from './device-notes.tsx';
import { FormMessage } from './form-message.tsx';
import { ownAddress } from './own-address.ts';
import { SignInFoot } from './sign-in-foot.tsx';
import { signedUpEmail } from './signed-up-email.ts';
import { useSignIn } from './use-sign-in.ts';
import styles from './sign-in-page.module.css';
import { prefetch } from '../../ui/prefetch.ts';

/** Loaded for accounts with a two-step sign-in. */
const { Component: CodeStep } = prefetch(
  async () => (await import('../../ui/forms/code-step.tsx')).CodeStep,
);

const NO_ADDRESS = refuse(
  'invalid',
  /*i18n*/ 'Enter the e-mail address of your organisation first.',
);

interface SignInPageProps {
  /** Address that redirected the visitor here. */
  readonly back: string | undefined;
  /** Notices for the people of this device. */
  readonly notices: ReactNode;
}

export function SignInPage({ back, notices }: SignInPageProps) {
  const client = useClient();
  const router = useRouter();
  const online = useOnline();
  const [signedUp] = useState(() => signedUpEmail(router.history.location.state));
  const [email, setEmail] = useState(signedUp);
  const [password, setPassword] = useState('');
  const [shared, setShared] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const account = useAccount();
  const { busy, error, methods, attempt, back: stepBack } = useSignIn();
  const next = ownAddress(back);
  const isIn = account !== undefined;
  useEffect(() => {
    // Signed in here or in another tab. Not earlier: a screen that opens before the account is known treats
    // the person as signed out and redirects to Home.
    if (isIn) router.history.replace(next);
  }, [isIn, next, router]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await enter();
  };
  const enter = (code?: string) =>
    attempt(() => client.signIn({ email: email.trim(), password, shared, code }));
  const enterByPasskey = () =>
    attempt(async () => {
      const { askPasskey } = await import('../../data/passkeys.ts');
      await client.signIn({ passkey: await askPasskey(client), shared });
    });
  const enterByProvider = () =>
    attempt(async () => {
      // The address decides whose provider it is.
      if (emailField.current?.reportValidity() !== true) throw new CairnError(NO_ADDRESS);
      const { leaveForProvider } = await import('../../data/single-sign-on.ts');
      await leaveForProvider(client, { email: email.trim(), shared, back: next });
    });
  return (
    <AuthLayout
      title={i18n.t('Sign in')}
      notices={notices}
      hint={
        online
          ? i18n.t('Welcome back.')
          : i18n.t(
              'You are offline. Signing in needs a connection once; after that Cairn opens without one.',
            )
      }
      foot={<SignInFoot />}
    >
      {methods !== undefined ? (
        <Suspense>
          <CodeStep
            methods={methods}
            busy={busy}
            error={error}
            onSubmit={(code) => void enter(code)}
            onPasskey={() => void enterByPasskey()}
            onBack={stepBack}
          />
        </Suspense>
      ) : (
        <form onSubmit={(event) => void submit(event)}>
          <Stack gap="sm">
            <TextInput
              ref={emailField}
              label={i18n.t('Email')}
              type="email"
              name="email"
              // The browser's own storage outlives Cairn's data.
              autoComplete={shared ? 'off' : 'username'}
              required
              withAsterisk={false}
              value={email}
              // Two fields without a rule of their own: useForm would load with the first page.
              // oxlint-disable-next-line house/one-form
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <PasswordInput
              label={i18n.t('Password')}
              name="password"
              ref={signedUp === '' ? undefined : moveFocus}
              autoComplete={shared ? 'off' : 'current-password'}
              required
              withAsterisk={false}
              value={password}
              // oxlint-disable-next-line house/one-form -- as above
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <div className={styles['beside']}>
              <label className={styles['check']}>
                <input
                  type="checkbox"
                  checked={shared}
                  onChange={(event) => setShared(event.currentTarget.checked)}
                />
                {i18n.t('This is a shared computer')}
              </label>
              <Anchor component={Link} underline="always" to="/forgotpassword" size="sm">
                {i18n.t('Forgot password?')}
              </Anchor>
            </div>
            {shared ? (
              <p className={styles['note']}>
                {i18n.t(
                  'What you do is encrypted, and nobody can read it once you sign out or close the browser. Changes that were not sent by then are lost. After half a day you are signed out in any case.',
                )}
              </p>
            ) : null}
            <FormMessage kind="error">{error}</FormMessage>
            <Button type="submit" fullWidth disabled={busy}>
              {busy ? i18n.t('Loading...') : i18n.t('Sign in')}
            </Button>
            <OtherWays
              busy={busy}
              onPasskey={() => void enterByPasskey()}
              onProvider={() => void enterByProvider()}
            />
            <DeviceNotes />
          </Stack>
        </form>
      )}
    </AuthLayout>
  );
}

interface OtherWaysProps {
  readonly busy: boolean;
  readonly onPasskey: () => void;
  readonly onProvider: () => void;
}

/** Ways in without a password. */
function OtherWays({ busy, onPasskey, onProvider }: OtherWaysProps) {
  return (
    <>
      {'PublicKeyCredential' in globalThis ? (
        <Button variant="default" fullWidth disabled={busy} onClick={onPasskey}>
          {i18n.t('Use a passkey')}
        </Button>
      ) : null}
      <Button variant="default" fullWidth disabled={busy} onClick={onProvider}>
        {i18n.t('Single sign-on')}
      </Button>
    </>
  );
}
