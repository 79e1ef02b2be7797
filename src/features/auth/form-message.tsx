import styles from './form-message.module.css';

interface FormMessageProps {
  readonly kind: 'error' | 'success';
  readonly children: string | undefined;
}

/** Result of a form beside its button; its space is reserved. */
export function FormMessage({ kind, children }: FormMessageProps) {
  return (
    <p className={styles['message']} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {children ?? ''}
    </p>
  );
}
