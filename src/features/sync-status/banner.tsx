import type { ReactNode } from 'react';
import styles from './sync-banners.module.css';

/** One line above every screen. */
export function Banner({
  children,
  action,
}: {
  readonly children: ReactNode;
  readonly action: ReactNode;
}) {
  return (
    <output className={styles['banner']}>
      <span className={styles['text']}>{children}</span>
      {action}
    </output>
  );
}
