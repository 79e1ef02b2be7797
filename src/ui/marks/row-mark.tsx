import { Tooltip, VisuallyHidden } from '@mantine/core';
import styles from './row-mark.module.css';

/** Where a row's own unsent work stands. */
export type Mark = 'none' | 'waiting' | 'sending' | 'rejected';

const TEXTS = {
  waiting: 'Saved on this device, not sent yet',
  sending: 'Being sent',
  rejected: 'Needs you: the server did not accept this',
} as const;

/** The small hollow dot of a row with unsent work; it keeps its place, so that nothing moves because of the network. */
export function RowMark({ mark }: { readonly mark: Mark | undefined }) {
  if (mark === undefined || mark === 'none') {
    return <span className={styles['mark']} data-mark="none" aria-hidden="true" />;
  }
  return (
    <Tooltip label={TEXTS[mark]}>
      <span className={styles['mark']} data-mark={mark}>
        <VisuallyHidden>{TEXTS[mark]}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
