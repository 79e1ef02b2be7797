import { useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../overlays/toasts.tsx';
import { useIsUnmounted } from '../hooks/use-is-unmounted.ts';

/**
 * File of a form that stays open while it submits. `sendWith` clears the file at once and restores it when
 * `work` fails or resolves to false; if the form was closed meanwhile, a toast reports it. `onDropped` gets a file that
 * the person removed or replaced.
 */
export function useFileToSend(onDropped?: (file: File) => void) {
  const [file, setFile] = useState<File>();
  const isUnmounted = useIsUnmounted();
  const onItsWay = useRef(false);
  const picked = useRef<File>(undefined);
  const hold = (next: File | undefined) => {
    picked.current = next;
    setFile(next);
  };
  const pick = (next: File | undefined) => {
    const before = picked.current;
    if (before !== undefined && before !== next) onDropped?.(before);
    hold(next);
  };
  const restoreFile = (sent: File) => {
    if (picked.current === undefined && !isUnmounted.current) {
      hold(sent);
      return;
    }
    showToast({
      message: i18n.t('"{name}" was not sent. Attach it again.', { name: sent.name }),
      kind: 'error',
      duration: false,
    });
  };
  return {
    file,
    pick,
    /** One file at a time: a second one could not be restored into the same field. */
    mustWait: () => file !== undefined && onItsWay.current,
    sendWith: async (work: () => Promise<boolean>): Promise<boolean> => {
      if (file === undefined) return await work();
      onItsWay.current = true;
      hold(undefined);
      let isSent = false;
      try {
        isSent = await work();
      } finally {
        onItsWay.current = false;
        if (!isSent) restoreFile(file);
      }
      return isSent;
    },
  };
}
