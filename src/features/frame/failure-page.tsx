import { Button, Group } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Logo } from '../../ui/marks/logo.tsx';
import styles from './message-page.module.css';

/** Page shown when a screen throws: the error, the state of the person's work, the next step. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  return (
    <div className={styles['page']}>
      <span className={styles['logo']}>
        <Logo size={44} />
      </span>
      <h1 className={styles['title']}>This screen could not be shown</h1>
      <p className={styles['text']}>
        What you have done is safe on this device. Try again; if it happens once more, reload the
        page.
      </p>
      <p className={styles['detail']}>{error instanceof Error ? error.message : String(error)}</p>
      <Group gap="xs">
        <Button variant="default" onClick={() => location.reload()}>
          Reload
        </Button>
        <Button onClick={reset}>Try again</Button>
      </Group>
    </div>
  );
}
