import { useRef, useState } from 'react';

type Submit = (event?: { readonly preventDefault: () => void }) => void;

/**
 * For the submit of a form: nothing while it runs, so that a second Enter does not save the same text twice. What is
 * typed meanwhile would go with the form: nothing in it can be changed while `isBusy`, by `SavingFields` or by fields that
 * are read-only (disabled ones lose the focus).
 */
export function useOnce(work: () => Promise<void>): readonly [submit: Submit, isBusy: boolean] {
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    await work().finally(() => {
      busy.current = false;
      setBusy(false);
    });
  };
  const submit: Submit = (event) => {
    event?.preventDefault();
    void run();
  };
  return [submit, isBusy] as const;
}
