import { CloseButton } from '@mantine/core';
import { useLostData } from '../../data/lost-data.ts';
import { i18n } from '../../i18n/i18n.ts';
import styles from './sync-banners.module.css';

/** Notice that the browser deleted Cairn's data since the last visit, including unsent changes (CLIENT-11). */
export function LostData() {
  const lost = useLostData();
  if (lost === undefined) return null;
  return (
    <output className={styles['banner']}>
      <span className={styles['text']}>
        {i18n.t(
          'This device has lost its data; {count, plural, one {# change} other {# changes}} had not been sent. What the server has is downloaded again.',
          { count: lost.unsent },
        )}
      </span>
      <CloseButton
        size="sm"
        aria-label={i18n.t('Understood')}
        onClick={() => void lost.dismiss()}
      />
    </output>
  );
}
