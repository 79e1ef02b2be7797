import { PasswordInput } from '@mantine/core';
import { i18n, message } from '../../i18n/i18n.ts';

/** Board spec, 5 and 9. */
const PASSWORD_LENGTH = 8;

interface NewPassword {
  readonly password: string;
  readonly again: string;
}

interface NewPasswordFieldsProps {
  /** `other`: the form also asks for the old password, so the label says "new". */
  readonly kind?: 'first' | 'other';
  readonly value: NewPassword;
  readonly onChange: (change: Partial<NewPassword>) => void;
}

const LABELS = {
  first: { password: message('Password'), again: message('Re-enter Password') },
  other: { password: message('New password'), again: message('Re-enter new password') },
} as const;

/** New password and its repetition, with the attributes that password managers expect. */
export function NewPasswordFields({ kind = 'first', value, onChange }: NewPasswordFieldsProps) {
  const common = {
    autoComplete: 'new-password',
    minLength: PASSWORD_LENGTH,
    required: true,
    withAsterisk: false,
  } as const;
  return (
    <>
      <PasswordInput
        {...common}
        label={i18n.t(LABELS[kind].password)}
        description={i18n.t('At least {count} characters', { count: PASSWORD_LENGTH })}
        value={value.password}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
      <PasswordInput
        {...common}
        label={i18n.t(LABELS[kind].again)}
        value={value.again}
        onChange={(event) => onChange({ again: event.currentTarget.value })}
      />
    </>
  );
}
