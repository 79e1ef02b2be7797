import styles from './answer.module.css';

interface AnswerProps {
  /** Success message of the server. */
  readonly done?: string | undefined;
  readonly error?: string | undefined;
}

/** Result of a form; its space is reserved. */
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
