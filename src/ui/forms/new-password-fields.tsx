import { PasswordInput } from '@mantine/core';

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
  first: { password: 'Password', again: 'Re-enter Password' },
  other: { password: 'New password', again: 'Re-enter new password' },
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
        label={LABELS[kind].password}
        description={`At least ${PASSWORD_LENGTH} characters`}
        value={value.password}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
      <PasswordInput
        {...common}
        label={LABELS[kind].again}
        value={value.again}
        onChange={(event) => onChange({ again: event.currentTarget.value })}
      />
    </>
  );
}
