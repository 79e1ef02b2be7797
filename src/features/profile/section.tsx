import { type ReactNode, useId } from 'react';
import styles from './profile-page.module.css';

interface SectionProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** One subject of the profile. */
export function Section({ title, hint, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id} className={styles['heading']}>
        {title}
      </h2>
      {hint === undefined ? null : <p className={styles['hint']}>{hint}</p>}
      {children}
    </section>
  );
}

interface AnswerProps {
  /** What was done, in the server's words. */
  readonly done?: string | undefined;
  readonly error?: string | undefined;
}

/** The answer to a form; the room for it is there before it comes. */
export function Answer({ done, error }: AnswerProps) {
  return (
    <p
      className={styles['message']}
      data-kind={error === undefined ? 'success' : 'error'}
      role={error === undefined ? 'status' : 'alert'}
    >
      {error ?? done ?? ''}
    </p>
  );
}
