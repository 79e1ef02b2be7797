import { Tooltip, VisuallyHidden } from '@mantine/core';
import styles from './row-mark.module.css';

/** State of a row's own unsent changes. */
export type Mark = 'none' | 'waiting' | 'sending' | 'rejected';

const TEXTS = {
  waiting: 'Saved on this device, not sent yet',
  sending: 'Being sent',
  rejected: 'Needs attention: the server did not accept this',
} as const;

/** Small hollow dot of a row with unsent changes. Its space is always reserved, so that nothing moves. */
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
