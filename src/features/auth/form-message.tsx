import styles from './form-message.module.css';

interface FormMessageProps {
  readonly kind: 'error' | 'success';
  readonly children: string | undefined;
}

/** The answer to a form, where the eye is; the room for it is there before it comes. */
export function FormMessage({ kind, children }: FormMessageProps) {
  return (
    <p className={styles['message']} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {children ?? ''}
    </p>
  );
}
