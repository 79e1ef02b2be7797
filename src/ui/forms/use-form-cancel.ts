import type { RefObject } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useDialogs } from '../overlays/dialogs.tsx';
import { useEscape } from '../focus/use-escape.tsx';
import { useOnce } from '../hooks/use-once.ts';

interface FormCancelInput {
  /** True while there is unsaved text: leaving then asks for confirmation. */
  readonly isDirty: boolean;
  /**
   * True while the text is saved: nothing can be discarded; the form closes by itself, or can be left after a
   * refusal.
   */
  readonly isBusy?: boolean;
  /** False while Escape does not belong to this form. */
  readonly active?: boolean;
  /** Escape belongs to it while it has the focus; without it, to whatever was opened last. */
  readonly form?: RefObject<HTMLElement | null>;
  /** Closes the form and discards its text. */
  readonly leave: () => void;
}

/** Escape and Cancel of an inline form (look.md, States). */
export function useFormCancel(input: FormCancelInput) {
  const { isDirty, isBusy = false, active = true, form, leave } = input;
  const confirmDiscard = useConfirmDiscard();
  const [cancel] = useOnce(async () => {
    if (!isBusy && (await confirmDiscard(isDirty))) leave();
  });
  useEscape(cancel, { active, form });
  return cancel;
}

/** Resolves to true when the input may be discarded; asks for confirmation when there is any. */
export function useConfirmDiscard(): (isDirty: boolean) => Promise<boolean> {
  const dialogs = useDialogs();
  return async (isDirty) =>
    !isDirty ||
    dialogs.confirm({
      title: i18n.t('Discard what you typed?'),
      message: i18n.t('It has not been saved yet.'),
      confirm: i18n.t('Discard'),
      cancel: i18n.t('Keep writing'),
      danger: true,
    });
}
