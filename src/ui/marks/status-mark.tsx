import styles from './status-mark.module.css';

/** The three derived statuses of a task (sessions spec, 4); their colours are variables of the theme. */
export type StatusTone = 'overdue' | 'wip' | 'completed';

interface StatusMarkProps {
  readonly tone: StatusTone;
  readonly children: string;
}

/** Status as a word preceded by a dot in its colour. */
export function StatusMark({ tone, children }: StatusMarkProps) {
  return (
    <span className={styles['status']} data-status={tone}>
      {children}
    </span>
  );
}
