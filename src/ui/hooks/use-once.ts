import { useRef, useState } from 'react';

type Submit = (event?: { readonly preventDefault: () => void }) => void;

/**
 * For a form's submit: ignores calls while one runs, so that a second Enter does not save the same text
 * twice. Text typed meanwhile would be lost with the form, so nothing may change while `isBusy`: use
 * `SavingFields` or read-only fields (disabled ones lose the focus).
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
