import { IconCheck } from '@tabler/icons-react';
import { VisuallyHidden } from '@mantine/core';
import { i18n } from '../../i18n/i18n.ts';
import styles from './overview.module.css';

interface CompletedCellProps {
  readonly isCompleted: boolean;
  /** Day of the completion, empty where none is known; or the text for a task that is not completed. */
  readonly text: string;
}

/** One completion: a check mark and its day, or that there is none. */
export function CompletedCell({ isCompleted, text }: CompletedCellProps) {
  if (!isCompleted) return <span className={styles['open']}>{text}</span>;
  return (
    <span className={styles['completed']}>
      <IconCheck size={14} stroke={2} aria-hidden />
      {text === '' ? i18n.t('Completed') : <VisuallyHidden>{i18n.t('Completed')}</VisuallyHidden>}
      {text}
    </span>
  );
}
