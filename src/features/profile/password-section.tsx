import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../data/client.tsx';
import { requireNewPassword } from '../../data/new-password.ts';
import { NewPasswordFields } from '../../ui/forms/new-password-fields.tsx';
import styles from './profile-page.module.css';
import { Answer, Section } from './section.tsx';
import { useAnswer } from './use-answer.ts';

const EMPTY = { current: '', password: '', again: '' } as const;

/** Change of the password, with the old one; ends all other sessions. */
export function PasswordSection({ email }: { readonly email: string }) {
  const client = useClient();
  const answer = useAnswer();
  const [isOpen, setOpen] = useState(false);
  const [fields, setFields] = useState<Readonly<Record<keyof typeof EMPTY, string>>>(EMPTY);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { current, password } = fields;
    const changed = await answer.ask(async () => {
      await requireNewPassword(fields);
      return client.own.changePassword({ current_password: current, password });
    });
    if (changed) setFields(EMPTY);
  };
  const set = (change: Partial<typeof fields>) => setFields((before) => ({ ...before, ...change }));
  return (
    <Section title="Password" hint="Changing it signs you out everywhere but here.">
      {isOpen ? (
        <form className={styles['form']} onSubmit={(event) => void submit(event)}>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={fields.current}
            onChange={(event) => set({ current: event.currentTarget.value })}
          />
          <NewPasswordFields kind="other" value={fields} onChange={set} />
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
