import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { useAccount, useClient } from '../../data/client.tsx';
import { useLockedAccounts } from '../../data/locked-accounts.ts';
import { useOnline } from '../../data/online.ts';
import { AuthLayout } from './auth-layout.tsx';
import { FormMessage } from './form-message.tsx';
import { messageOf } from './message-of.ts';
import styles from './sign-in-page.module.css';

/** How long a failure stays (sessions spec, 2). */
const ERROR_STAYS = 3000;

/** Sign-in. `back` is the address a visitor was sent here from. */
export function SignInPage({ back }: { readonly back: string | undefined }) {
  const client = useClient();
  const router = useRouter();
  const online = useOnline();
  const locked = useLockedAccounts();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [shared, setShared] = useState(false);
  const account = useAccount();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (error === undefined) return undefined;
    const timer = setTimeout(() => setError(undefined), ERROR_STAYS);
    return () => clearTimeout(timer);
  }, [error]);
  const next = isOwnAddress(back) ? back : '/home-view';
  const isIn = account !== undefined;
  useEffect(() => {
    // Signed in here or in another tab; the way back leads past this page.
    if (isIn) router.history.replace(next);
  }, [isIn, next, router]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await client.signIn({ email: email.trim(), password, shared });
      router.history.replace(next);
    } catch (failure) {
      setError(messageOf(failure, 'An error occurred during login'));
      setBusy(false);
    }
  };
  return (
    <AuthLayout
      title="Sign in"
      hint={
        online
          ? 'Welcome back.'
          : 'You are offline. Signing in needs a connection once; after that Cairn opens without one.'
      }
      foot={
        <>
          No account yet?{' '}
          <Anchor component={Link} underline="always" to="/signup">
            Sign up
          </Anchor>
          <br />
          <Anchor component={Link} underline="always" to="/price-page">
            What it costs
          </Anchor>
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <div className={styles['beside']}>
            <label className={styles['check']}>
              <input
                type="checkbox"
                checked={shared}
                onChange={(event) => setShared(event.currentTarget.checked)}
              />
              This is a shared computer
            </label>
            <Anchor component={Link} underline="always" to="/forgotpassword" size="sm">
              Forgot password?
            </Anchor>
          </div>
          {shared ? (
            <p className={styles['note']}>
              Nothing stays on this computer when you sign out or close the browser; after half a
              day you are signed out in any case.
            </p>
          ) : null}
          <FormMessage kind="error">{error}</FormMessage>
          <Button type="submit" fullWidth disabled={busy}>
            {busy ? 'Loading...' : 'Sign in'}
          </Button>
          {locked?.map((account) => (
            <p key={account.key} className={styles['note']}>
              {account.displayName} ({account.email}) has {account.unsent} unsent{' '}
              {account.unsent === 1 ? 'change' : 'changes'} locked on this device.{' '}
              {account.lost === undefined
                ? 'Signing in as this person sends them.'
                : `Their access to ${account.orgName} has ended; an administrator can let them in again.`}
            </p>
          ))}
        </Stack>
      </form>
    </AuthLayout>
  );
}

/** Only paths of this app: an address in a link must not lead elsewhere. */
function isOwnAddress(address: string | undefined): address is string {
  return address !== undefined && address.startsWith('/') && !/^\/[/\\]/.test(address);
}
