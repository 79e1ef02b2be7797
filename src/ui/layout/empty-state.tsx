import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  /** The specification's text where it has one. */
  readonly text: string;
  readonly hint?: ReactNode;
  /** One clear action. */
  readonly action?: ReactNode;
  readonly compact?: boolean;
}

/** What a list shows when there is nothing in it: why, and what to do. */
export function EmptyState({ icon, text, hint, action, compact = false }: EmptyStateProps) {
  return (
    <div className={styles['empty']} data-compact={compact}>
      {icon === undefined ? null : (
        <span className={styles['icon']} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles['text']}>{text}</p>
      {hint === undefined ? null : <p className={styles['hint']}>{hint}</p>}
      {action === undefined ? null : <div className={styles['action']}>{action}</div>}
    </div>
  );
}
