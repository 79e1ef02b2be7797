import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { copyText } from '../text/copy-text.ts';
import styles from './secret-field.module.css';

interface SecretFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly secret: string;
  readonly onDone: () => void;
}

/** A secret that is shown once, selected, with a button that copies it; it stays until the person is done with it. */
export function SecretField({ label, hint, secret, onDone }: SecretFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [secret]);
  const copy = async () => {
    const done = await copyText(secret);
    setCopied(done);
    // Without the right to copy it stays selected, for the keys of the system.
    if (!done) field.current?.select();
  };
  return (
    <div className={styles['secret']}>
      <TextInput
        ref={field}
        label={label}
        description={hint}
        value={secret}
        readOnly
        spellCheck={false}
        classNames={{ input: styles['code'] }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles['buttons']}>
        <Button onClick={() => void copy()}>{i18n.t('Copy')}</Button>
        <Button variant="default" onClick={onDone}>
          {i18n.t('Close')}
        </Button>
        <output className={styles['meta']}>{copied ? i18n.t('Copied') : ''}</output>
      </div>
    </div>
  );
}
