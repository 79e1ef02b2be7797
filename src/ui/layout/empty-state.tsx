import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  /** Text of the specification where it has one. */
  readonly text: string;
  readonly hint?: ReactNode;
  /** One action, as a button. */
  readonly action?: ReactNode;
  readonly compact?: boolean;
}

/** Empty state of a list: the reason and the next step. */
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
