import { Button, Group } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { i18n, translated } from '../../i18n/i18n.ts';
import { Logo } from '../../ui/marks/logo.tsx';
import styles from './message-page.module.css';

/** Page shown when a screen throws: the error, the state of the person's work, the next step. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  return (
    <div className={styles['page']}>
      <span className={styles['logo']}>
        <Logo size={44} />
      </span>
      <h1 className={styles['title']}>{i18n.t('This screen could not be shown')}</h1>
      <p className={styles['text']}>
        {i18n.t(
          'What you have done is safe on this device. Try again; if it happens once more, reload the page.',
        )}
      </p>
      <p className={styles['detail']}>
        {translated(error instanceof Error ? error.message : String(error))}
      </p>
      <Group gap="xs">
        <Button variant="default" onClick={() => location.reload()}>
          {i18n.t('Reload')}
        </Button>
        <Button onClick={reset}>{i18n.t('Try again')}</Button>
      </Group>
    </div>
  );
}
