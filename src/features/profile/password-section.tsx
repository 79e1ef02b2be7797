import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { useClient } from '../../data/client.tsx';
import { useOrganization } from '../../data/organization.ts';
import { useMe } from '../../data/people.ts';
import { requireNewPassword } from '../../data/new-password.ts';
import { i18n } from '../../i18n/i18n.ts';
import { NewPasswordFields } from '../../ui/forms/new-password-fields.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useValues } from '../../ui/forms/use-values.ts';
import styles from './profile-page.module.css';
import { Answer } from '../../ui/forms/answer.tsx';
import { Section } from './section.tsx';
import { useAnswer } from '../../data/answer.ts';

const EMPTY = { current: '', password: '', again: '' };
/** `requireNewPassword` checks the new password, the server the current one. */
const RULES = v.object({});

interface PasswordSectionProps {
  readonly email: string;
  readonly onChanged: () => void;
}

/** Change of the password, with the old one; ends all other sessions, tokens and calendars. */
export function PasswordSection({ email, onChanged }: PasswordSectionProps) {
  const client = useClient();
  const answer = useAnswer();
  const [isOpen, setOpen] = useState(false);
  const me = useMe();
  const organization = useOrganization();
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { current, password } = form.values;
    const changed = await answer.ask(async () => {
      const names = [me?.display_name ?? '', organization?.name ?? ''];
      await requireNewPassword(form.values, { names, email });
      return client.own.changePassword({ current_password: current, password });
    });
    if (!changed) return;
    form.clear();
    onChanged();
  };
  return (
    <Section
      title={i18n.t('Password')}
      hint={i18n.t(
        'Changing it signs you out everywhere but here. Your tokens and the addresses of your calendars end too.',
      )}
    >
      {isOpen ? (
        <form className={styles['form']} onSubmit={(event) => void submit(event)}>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label={i18n.t('Current password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.text('current')}
          />
          <NewPasswordFields kind="other" value={form.values} onChange={form.set} />
          <Answer done={answer.done} error={answer.error} />
          <div>
            <Button type="submit" disabled={answer.busy}>
              {i18n.t('Change password')}
            </Button>
          </div>
        </form>
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          {i18n.t('Change password')}
        </Button>
      )}
    </Section>
  );
}
