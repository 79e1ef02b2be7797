import { useRef } from 'react';

/** For the submit of a form: nothing while it runs, so that a second Enter does not save the same text twice. */
export function useOnce(
  work: () => Promise<void>,
): (event?: { readonly preventDefault: () => void }) => void {
  const busy = useRef(false);
  const run = async () => {
    if (busy.current) return;
    busy.current = true;
    await work().finally(() => {
      busy.current = false;
    });
  };
  return (event) => {
    event?.preventDefault();
    void run();
  };
}
