import { Button, Group, PasswordInput, type PasswordInputProps, Stack, Text } from '@mantine/core';
import { i18n } from '../../i18n/i18n.ts';
import { Answer } from './answer.tsx';

export interface OwnPasswordProps extends PasswordInputProps {
  /** Address of the account, for password managers. */
  readonly email: string;
  /** How the person proves themselves, and the ways without a password. */
  readonly own: {
    /** Undefined: not known yet. */
    readonly proof:
      | {
          readonly password: boolean;
          readonly passkey: boolean;
          readonly provider: boolean;
          readonly until: number | null;
        }
      | undefined;
    readonly busy: boolean;
    readonly error: string | undefined;
    /** Text about the tab in which the provider was opened. */
    readonly done: string | undefined;
    readonly byPasskey: () => void;
    readonly byProvider: () => void;
  };
}

/**
 * The field for the own password at an action that asks for it. People without a password confirm in its place that it
 * is them: with a passkey, or at the identity provider of their organisation.
 */
export function OwnPassword({ email, own, ...field }: OwnPasswordProps) {
  const { proof, busy, error, done } = own;
  if (proof?.password !== false) {
    return (
      <>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={i18n.t('Your password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...field}
        />
      </>
    );
  }
  if (proof.until !== null) {
    return (
      <Answer done={i18n.t('You have confirmed that it is you. This counts for five minutes.')} />
    );
  }
  const hasWay = proof.passkey || proof.provider;
  return (
    <section aria-label={i18n.t('Confirm that it is you')}>
      <Stack gap="xs">
        <Text size="sm">
          {hasWay
            ? i18n.t('Confirm that it is you: you have no password.')
            : i18n.t('You have no password. Choose one by “Forgot password?” on the sign-in page.')}
        </Text>
        <Group gap="xs">
          {proof.passkey ? (
            <Button size="xs" variant="default" disabled={busy} onClick={own.byPasskey}>
              {i18n.t('Use a passkey')}
            </Button>
          ) : null}
          {proof.provider ? (
            <Button size="xs" variant="default" disabled={busy} onClick={own.byProvider}>
              {i18n.t('Sign in again at your organisation')}
            </Button>
          ) : null}
        </Group>
        <Answer error={error} done={done} />
      </Stack>
    </section>
  );
}
