import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ComponentProps, FormEvent } from 'react';
import * as v from 'valibot';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../marks/icon.ts';
import { Answer } from './answer.tsx';
import styles from './password-download.module.css';
import { OwnPassword } from './own-password.tsx';
import { useForm } from './use-form.ts';
import { useValues } from './use-values.ts';

const EMPTY = { password: '' };
/** The server checks it. */
const RULES = v.object({});

interface PasswordDownloadProps {
  /** Label of the button. */
  readonly label: string;
  /** Address of the account, for password managers. */
  readonly email: string;
  readonly own: ComponentProps<typeof OwnPassword>['own'];
  readonly isOnline: boolean;
  readonly busy: boolean;
  readonly done: string | undefined;
  readonly error: string | undefined;
  /** Resolves to true when the download has started. */
  readonly onSubmit: (password: string) => Promise<boolean>;
}

/** A download that the server makes after the password has been entered. */
export function PasswordDownload(props: PasswordDownloadProps) {
  const { label, email, own, isOnline, busy, done, error, onSubmit } = props;
  const form = useForm({ store: useValues(EMPTY), schema: RULES });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (form.check() && (await onSubmit(form.values.password))) form.set(EMPTY);
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <OwnPassword
        email={email}
        own={own}
        description={i18n.t('The download is written to the security log.')}
        {...form.text('password')}
      />
      <Button
        className={styles['button']}
        type="submit"
        variant="default"
        leftSection={<IconDownload {...SMALL_ICON} aria-hidden />}
        loading={busy}
        disabled={!isOnline}
      >
        {label}
      </Button>
      {isOnline ? (
        <Answer done={done} error={error} />
      ) : (
        <Answer error={i18n.t('You are offline: the server makes this file.')} />
      )}
    </form>
  );
}
