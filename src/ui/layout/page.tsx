import type { ReactNode } from 'react';
import { useDocumentTitle } from '@mantine/hooks';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Replaces the title as heading; null where the screen has its heading above the page. */
  readonly heading?: ReactNode;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Maximum width: `reading` for text, `wide` for lists, `full` for tables with many columns. */
  readonly width?: 'reading' | 'wide' | 'full';
}

/** Page inside the frame: one heading, its actions, its content. */
export function Page({ title, heading, hint, actions, children, width = 'wide' }: PageProps) {
  useDocumentTitle(`${title} · Cairn`);
  return (
    <div className={styles['page']} data-width={width} data-bare={heading === null || undefined}>
      {heading === null ? null : (
        <div className={styles['head']}>
          <div className={styles['titles']}>
            <h1 className={styles['title']}>{heading ?? title}</h1>
            {hint === undefined ? null : <div className={styles['hint']}>{hint}</div>}
          </div>
          {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
        </div>
      )}
      {children}
    </div>
  );
}
