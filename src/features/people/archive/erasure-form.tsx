import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useOwnProof } from '../../../data/own-proof.ts';
import { OwnPassword } from '../../../ui/forms/own-password.tsx';
import type { TextField } from '../../../ui/forms/use-form.ts';
import styles from './archive-tab.module.css';

interface ErasureFormProps {
  /** Address of the account, for password managers. */
  readonly email: string;
  readonly password: TextField;
  /** Label of the submit button. */
  readonly submit: string;
  readonly disabled: boolean;
  readonly onSubmit: () => Promise<void>;
  /** What is erased. */
  readonly children: ReactNode;
}

/** What is erased, and the password of the one who decides it. */
export function ErasureForm({
  email,
  password,
  submit,
  disabled,
  onSubmit,
  children,
}: ErasureFormProps) {
  const own = useOwnProof();
  const send = (event: FormEvent) => {
    event.preventDefault();
    void onSubmit();
  };
  return (
    <form className={styles['form']} onSubmit={send}>
      {children}
      <OwnPassword email={email} own={own} {...password} />
      <Button
        className={styles['button']}
        type="submit"
        color="red"
        variant="outline"
        disabled={disabled}
      >
        {submit}
      </Button>
    </form>
  );
}
