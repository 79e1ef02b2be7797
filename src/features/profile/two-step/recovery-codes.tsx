import { Button } from '@mantine/core';
import { useState } from 'react';
import { i18n } from '../../../i18n/i18n.ts';
import { saveFile } from '../../../ui/files/save-file.ts';
import { copyText } from '../../../ui/text/copy-text.ts';
import styles from '../profile-page.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Recovery codes, which are shown once; they stay until the person has kept them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [copied, setCopied] = useState(false);
  const text = codes.join('\n');
  return (
    <section className={styles['secret']} aria-label={i18n.t('Your recovery codes')}>
      <h3 className={styles['subheading']}>{i18n.t('Your recovery codes')}</h3>
      <p className={styles['hint']}>
        {i18n.t(
          'Keep them where you find them without your phone. Each one works once in place of a code of the app. They are not shown again.',
        )}
      </p>
      <ol className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles['buttons']}>
        <Button onClick={() => void copyText(text).then(setCopied)}>{i18n.t('Copy')}</Button>
        <Button
          variant="default"
          onClick={() =>
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'cairn-recovery-codes.txt')
          }
        >
          {i18n.t('Save as a file')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {i18n.t('I have kept them')}
        </Button>
        <output className={styles['meta']}>{copied ? i18n.t('Copied') : ''}</output>
      </div>
    </section>
  );
}
