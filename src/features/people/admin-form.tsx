import { type ReactNode, useEffect, useState } from 'react';
import { refuse, type Refusal } from '../../../model/shared/errors.ts';
import { i18n, type Message, message, translated } from '../../i18n/i18n.ts';
import { PanelForm } from '../../ui/forms/panel-form.tsx';
import type { Form } from '../../ui/forms/use-form.ts';
import styles from './admin-form.module.css';

/** Duration of the success message (sessions spec, 9). Milliseconds. */
const SUCCESS_DURATION = 2_000;
const ERROR_DURATION = 5_000;

interface Failures {
  readonly refused: Message;
  readonly broken: Message;
}

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
  readonly failures?: Failures | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const UNEXPECTED = {
  refused: message('An unexpected error occurred.'),
  broken: message('An unexpected error occurred.'),
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
  const [notice, setNotice] = useState<FormMessage>();
  useEffect(() => {
    if (notice?.kind !== 'error') return undefined;
    const timer = setTimeout(() => setNotice(undefined), ERROR_DURATION);
    return () => clearTimeout(timer);
  }, [notice]);
  const send = async () => {
    setNotice(undefined);
    const outcome = await save().catch((error: unknown) => {
      // Report an unexpected error, which the alert would otherwise hide.
      reportError(error);
      return refuse('internal', i18n.t(failures.broken));
    });
    if (typeof outcome === 'object') {
      setNotice({ kind: 'error', text: failureText(outcome, failures) });
      return false;
    }
    form.clear();
    if (outcome === undefined) return true;
    setNotice({ kind: 'success', text: outcome, sent: children });
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
      <div className={styles['fields']}>{notice?.sent ?? children}</div>
      <p
        className={styles['said']}
        data-kind={notice?.kind}
        role={notice?.kind === 'error' ? 'alert' : 'status'}
      >
        {notice?.text ?? ''}
      </p>
    </PanelForm>
  );
}

/** A permanent notice shows why the device could not write; the form shows what was not done. */
function failureText(refusal: Refusal, { refused, broken }: Failures): string {
  if (refusal.code === 'internal') return i18n.t(broken);
  return refusal.message === '' ? i18n.t(refused) : translated(refusal.message);
}
