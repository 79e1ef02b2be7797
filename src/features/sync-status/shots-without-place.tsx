import { Button } from '@mantine/core';
import type { useShotsWithoutPlace } from '../../data/shots.ts';
import { i18n } from '../../i18n/i18n.ts';
import { saveFile } from '../../ui/files/save-file.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { mayDiscard } from '../../ui/overlays/may-discard.ts';
import { LeftEntry } from './left-entry.tsx';
import styles from './outbox-panel.module.css';

/** Photos and voice notes that were not attached, and whose task or conversation is gone: no other screen has them. */
export function ShotsWithoutPlace({ left, discard }: ReturnType<typeof useShotsWithoutPlace>) {
  const dialogs = useDialogs();
  if (left.length === 0) return null;
  const ask = async (file: File) => {
    if (await mayDiscard(dialogs, i18n.t('Discard "{name}"?', { name: file.name })))
      await discard(file);
  };
  return (
    <section aria-labelledby="outbox-shots">
      <h3 id="outbox-shots" className={styles['heading']}>
        {i18n.t('Not attached')}
      </h3>
      <p className={styles['note']}>
        {i18n.t('The task or conversation that they were for is gone. Nobody else has them.')}
      </p>
      <ul className={styles['list']}>
        {left.map((file) => (
          <LeftEntry key={`${file.name} ${String(file.lastModified)}`}>
            <span className={styles['what']}>{file.name}</span>
            <div className={styles['actions']}>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={i18n.t('Save {name}', { name: file.name })}
                onClick={() => saveFile(file, file.name)}
              >
                {i18n.t('Save')}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={i18n.t('Discard {name}', { name: file.name })}
                onClick={() => void ask(file)}
              >
                {i18n.t('Discard')}
              </Button>
            </div>
          </LeftEntry>
        ))}
      </ul>
    </section>
  );
}
