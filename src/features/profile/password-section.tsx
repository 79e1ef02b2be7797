import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../data/client.tsx';
import styles from './profile-page.module.css';
import { Answer, Section } from './section.tsx';
import { useAnswer } from './use-answer.ts';

/** Board spec, 5 and 9. */
const PASSWORD_LENGTH = 8;
const EMPTY = { current: '', password: '', again: '' } as const;

/** A new password, with the one of before; sessions elsewhere end by it. */
export function PasswordSection({ email }: { readonly email: string }) {
  const client = useClient();
  const answer = useAnswer();
  const [isOpen, setOpen] = useState(false);
  const [fields, setFields] = useState<Readonly<Record<keyof typeof EMPTY, string>>>(EMPTY);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { current, password, again } = fields;
    if (password !== again) {
      answer.refuse('Passwords do not match!');
      return;
    }
    const changed = await answer.ask(() =>
      client.own.changePassword({ current_password: current, password }),
    );
    if (changed) setFields(EMPTY);
  };
  const field = (name: keyof typeof EMPTY) => ({
    required: true,
    withAsterisk: false,
    value: fields[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget;
      setFields((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <Section title="Password" hint="Changing it signs you out everywhere but here.">
      {isOpen ? (
        <form className={styles['form']} onSubmit={(event) => void submit(event)}>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...field('current')}
          />
          <PasswordInput
            label="New password"
            description={`At least ${PASSWORD_LENGTH} characters`}
            autoComplete="new-password"
            minLength={PASSWORD_LENGTH}
            {...field('password')}
          />
          <PasswordInput
            label="Re-enter new password"
            autoComplete="new-password"
            minLength={PASSWORD_LENGTH}
            {...field('again')}
          />
          <Answer done={answer.done} error={answer.error} />
          <div>
            <Button type="submit" disabled={answer.busy}>
              Change password
            </Button>
          </div>
        </form>
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          Change password
        </Button>
      )}
    </Section>
  );
}
