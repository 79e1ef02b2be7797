import { useRef, useState } from 'react';
import { showToast } from '../overlays/toasts.tsx';
import { useIsGone } from '../hooks/use-is-gone.ts';

/**
 * The file of a form that goes on while it sends. `sendWith` takes it out at once and gives it back when `work` says or
 * fails that it was not sent; if there is no place for it any more, the person is told.
 */
export function useFileToSend() {
  const [file, setFile] = useState<File>();
  const isGone = useIsGone();
  const onItsWay = useRef(false);
  const picked = useRef<File>(undefined);
  const pick = (next: File | undefined) => {
    picked.current = next;
    setFile(next);
  };
  const giveBack = (sent: File) => {
    if (picked.current === undefined && !isGone.current) {
      pick(sent);
      return;
    }
    showToast({
      message: `"${sent.name}" was not sent. Attach it again.`,
      kind: 'error',
      stays: false,
    });
  };
  return {
    file,
    pick,
    /** One file at a time: two that come back would have one place. */
    mustWait: () => file !== undefined && onItsWay.current,
    sendWith: async (work: () => Promise<boolean>): Promise<boolean> => {
      if (file === undefined) return await work();
      onItsWay.current = true;
      pick(undefined);
      let isSent = false;
      try {
        isSent = await work();
      } finally {
        onItsWay.current = false;
        if (!isSent) giveBack(file);
      }
      return isSent;
    },
  };
}
