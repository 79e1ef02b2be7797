import { Button } from '@mantine/core';
import { useState } from 'react';
import type { KeptEntry } from '../../data/departures.ts';
import { i18n } from '../../i18n/i18n.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import { saveFile } from '../../ui/files/save-file.ts';
import styles from './departures.module.css';
import { formatMoment } from '../../ui/text/locale.ts';

/** Unsent work of an account whose data was removed from this device: view, copy, download. */
export function UnsentList({ entries }: { readonly entries: readonly KeptEntry[] }) {
  return (
    <ul className={styles['list']} aria-label={i18n.t('What was not sent')}>
      {entries.map((entry, index) => (
        <Kept key={index} entry={entry} />
      ))}
    </ul>
  );
}

function Kept({ entry }: { readonly entry: KeptEntry }) {
  const { description, text, at, file } = entry;
  const [copied, setCopied] = useState<boolean>();
  return (
    <li className={styles['entry']}>
      <div className={styles['line']}>
        <span className={styles['what']}>{i18n.t(description)}</span>
        <time className={styles['at']} dateTime={new Date(at).toISOString()}>
          {formatMoment(at)}
        </time>
      </div>
      {text === '' ? null : <pre className={styles['own']}>{text}</pre>}
      {text === '' ? null : (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => void copyText(text).then(setCopied)}
        >
          {copyLabel(copied)}
        </Button>
      )}
      {file === undefined ? null : (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => saveFile(file.content, file.name)}
        >
          {i18n.t('Download {name}', { name: file.name })}
        </Button>
      )}
    </li>
  );
}

function copyLabel(copied: boolean | undefined): string {
  if (copied === undefined) return i18n.t('Copy');
  return copied ? i18n.t('Copied') : i18n.t('Select the text to copy it');
}
