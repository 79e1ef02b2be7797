import { PasswordInput } from '@mantine/core';
import { PASSWORD_LENGTH } from './passwords.ts';

export interface NewPassword {
  readonly password: string;
  readonly again: string;
}

interface NewPasswordFieldsProps {
  readonly value: NewPassword;
  readonly onChange: (value: NewPassword) => void;
}

/** A new password, twice, as password managers expect it. */
export function NewPasswordFields({ value, onChange }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordInput
        label="Password"
        description={`At least ${PASSWORD_LENGTH} characters`}
        autoComplete="new-password"
        minLength={PASSWORD_LENGTH}
        required
        withAsterisk={false}
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
      />
      <PasswordInput
        label="Re-enter Password"
        autoComplete="new-password"
        minLength={PASSWORD_LENGTH}
        required
        withAsterisk={false}
        value={value.again}
        onChange={(event) => onChange({ ...value, again: event.currentTarget.value })}
      />
    </>
  );
}
