import { CloseButton } from '@mantine/core';
import { useLostData } from '../../data/lost-data.ts';
import styles from './sync-banners.module.css';

/** Notice that the browser deleted Cairn's data since the last visit, including unsent changes (CLIENT-11). */
export function LostData() {
  const lost = useLostData();
  if (lost === undefined) return null;
  const changes = lost.unsent === 1 ? '1 change' : `${String(lost.unsent)} changes`;
  return (
    <output className={styles['banner']}>
      <span className={styles['text']}>
        This device has lost its data; {changes} had not been sent. What the server has is
        downloaded again.
      </span>
      <CloseButton size="sm" aria-label="Understood" onClick={() => void lost.dismiss()} />
    </output>
  );
}
