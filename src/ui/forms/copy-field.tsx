import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { copyText } from '../text/copy-text.ts';
import styles from './copy-field.module.css';

interface CopyFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
}

/** A text to be entered elsewhere, with a button that copies it. */
export function CopyField({ label, hint, value }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const done = await copyText(value);
    setCopied(done);
    // Without the right to copy it is selected, for the keys of the system.
    if (!done) field.current?.select();
  };
  return (
    <div className={styles['copy']}>
      <TextInput
        ref={field}
        label={label}
        description={hint}
        value={value}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" onClick={() => void copy()}>
        <span aria-live="polite">{copied ? i18n.t('Copied') : i18n.t('Copy')}</span>
      </Button>
    </div>
  );
}
