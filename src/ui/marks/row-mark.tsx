import { VisuallyHidden } from '@mantine/core';
import { i18n, message } from '../../i18n/i18n.ts';
import styles from './row-mark.module.css';

/** State of a row's own unsent changes. */
export type Mark = 'none' | 'waiting' | 'sending' | 'rejected';

/** The state in words. */
export const MARK_TEXTS = {
  waiting: message('Saved on this device, not sent yet'),
  sending: message('Being sent'),
  rejected: message('Needs attention: the server did not accept this'),
} as const;

/** Small hollow dot of a row with unsent changes. Its space is always reserved, so that nothing moves. */
export function RowMark({ mark }: { readonly mark: Mark | undefined }) {
  if (mark === undefined || mark === 'none') {
    return <span className={styles['mark']} data-mark="none" aria-hidden="true" />;
  }
  return (
    <span className={styles['mark']} data-mark={mark} data-tip={i18n.t(MARK_TEXTS[mark])}>
      <VisuallyHidden>{i18n.t(MARK_TEXTS[mark])}</VisuallyHidden>
    </span>
  );
}
