import { PasswordInput } from '@mantine/core';
import { i18n } from '../../i18n/i18n.ts';
import styles from './new-passphrase.module.css';
import type { Form } from './use-form.ts';

interface NewPassphraseProps {
  readonly form: Pick<Form<{ passphrase: string; again: string }>, 'text'>;
  readonly description: string;
  /** `common` is shown as an error. */
  readonly strength: string | undefined;
  readonly strengthText: string;
}

/** Fields for a new passphrase and its repetition. */
export function NewPassphrase({ form, description, strength, strengthText }: NewPassphraseProps) {
  return (
    <>
      <PasswordInput
        label={i18n.t('Passphrase')}
        description={description}
        autoComplete="new-password"
        data-autofocus
        {...form.text('passphrase')}
      />
      <output className={styles['strength']} data-strength={strength}>
        {strengthText}
      </output>
      <PasswordInput
        label={i18n.t('Repeat the passphrase')}
        autoComplete="new-password"
        {...form.text('again')}
      />
    </>
  );
}
