import { useDialogs } from '../overlays/dialogs.tsx';
import { useEscape } from '../focus/use-escape.tsx';
import { useOnce } from '../hooks/use-once.ts';

interface Leave {
  /** True while there is typed text that is not saved: leaving then asks. */
  readonly isDirty: boolean;
  /** While it is saved there is nothing left to throw away: it closes by itself, or can be left when it was refused. */
  readonly isBusy?: boolean;
  /** False while Escape is not this form's. */
  readonly active?: boolean;
  /** Closes the form and throws away what was typed. */
  readonly leave: () => void;
}

/** How a form that stands in its page is left by Escape and by Cancel (look.md, States). */
export function useLeave({ isDirty, isBusy = false, active = true, leave }: Leave) {
  const mayDiscard = useMayDiscard();
  const [ask] = useOnce(async () => {
    if (!isBusy && (await mayDiscard(isDirty))) leave();
  });
  useEscape(ask, active);
  return ask;
}

/** Whether what was typed may go: asks the person where there is something to lose. */
export function useMayDiscard(): (isDirty: boolean) => Promise<boolean> {
  const dialogs = useDialogs();
  return async (isDirty) =>
    !isDirty ||
    dialogs.confirm({
      title: 'Discard what you typed?',
      message: 'It has not been saved yet.',
      confirm: 'Discard',
      cancel: 'Keep writing',
      danger: true,
    });
}
