import { type ReactNode, useEffect, useState } from 'react';
import { refuse, type Refusal } from '../../../model/shared/errors.ts';
import { PanelForm } from '../../ui/forms/panel-form.tsx';
import type { Form } from '../../ui/forms/use-form.ts';
import styles from './admin-form.module.css';

/** Duration of the success message (sessions spec, 9). Milliseconds. */
const SUCCESS_DURATION = 2_000;
const ERROR_DURATION = 5_000;

interface AdminFormProps {
  readonly title: string;
  readonly submit: string;
  /** True: the fields are read-only. */
  readonly disabled?: boolean;
  readonly form: Pick<Form<unknown>, 'isDirty' | 'check' | 'clear'>;
  /**
   * Resolves to the text of the success, shown for two seconds before the form closes; undefined closes it at once. A
   * refusal is shown for five seconds.
   */
  readonly save: () => Promise<Refusal | string | undefined>;
  /** Texts for a refusal without a text of its own, and for a failed write on this device (sessions spec, 8). */
  readonly failures?: { readonly refused: string; readonly broken: string } | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const UNEXPECTED = {
  refused: 'An unexpected error occurred.',
  broken: 'An unexpected error occurred.',
} as const;

interface FormMessage {
  readonly kind: 'success' | 'error';
  readonly text: string;
  /** Submitted values as they were in the form, which has been cleared by then. */
  readonly sent?: ReactNode;
}

/**
 * Administration form in a panel: success is shown for 2 s, then the panel closes; an error is shown for 5 s
 * (sessions spec, 4).
 */
export function AdminForm(props: AdminFormProps) {
  const { title, submit, disabled = false, form, save } = props;
  const { failures = UNEXPECTED, onClose, children } = props;
  const [message, setMessage] = useState<FormMessage>();
  useEffect(() => {
    if (message?.kind !== 'error') return undefined;
    const timer = setTimeout(() => setMessage(undefined), ERROR_DURATION);
    return () => clearTimeout(timer);
  }, [message]);
  const send = async () => {
    setMessage(undefined);
    const outcome = await save().catch((error: unknown) => {
      // Report an unexpected error, which the alert would otherwise hide.
      reportError(error);
      return refuse('internal', failures.broken);
    });
    if (typeof outcome === 'object') {
      setMessage({ kind: 'error', text: failureText(outcome, failures) });
      return false;
    }
    form.clear();
    if (outcome === undefined) return true;
    setMessage({ kind: 'success', text: outcome, sent: children });
    await new Promise((resolve) => setTimeout(resolve, SUCCESS_DURATION));
    return true;
  };
  return (
    <PanelForm
      title={title}
      submit={submit}
      disabled={disabled}
      form={form}
      onSubmit={send}
      onClose={onClose}
    >
      <div className={styles['fields']}>{message?.sent ?? children}</div>
      <p
        className={styles['said']}
        data-kind={message?.kind}
        role={message?.kind === 'error' ? 'alert' : 'status'}
      >
        {message?.text ?? ''}
      </p>
    </PanelForm>
  );
}

/** A permanent notice shows why the device could not write; the form shows what was not done. */
function failureText(
  { code, message }: Refusal,
  { refused: rejected, broken }: NonNullable<AdminFormProps['failures']>,
): string {
  if (code === 'internal') return broken;
  return message === '' ? rejected : message;
}
