import { useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../overlays/toasts.tsx';
import { useIsUnmounted } from '../hooks/use-is-unmounted.ts';
import type { Shots } from './shots.ts';

/**
 * File of a form that stays open while it submits. `sendWith` clears the file at once and restores it when
 * `work` fails or resolves to false; if the form was closed meanwhile, a toast reports it. A shot that the person
 * removes is discarded; one that is replaced, or that could not be restored, is offered again.
 */
export function useFileToSend(shots: Pick<Shots, 'discard' | 'release'>) {
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
    hold(next);
    if (before === undefined || before === next) return;
    if (next === undefined) void shots.discard([before]);
    else shots.release(before);
  };
  const restoreFile = (sent: File) => {
    if (picked.current === undefined && !isUnmounted.current) {
      hold(sent);
      return;
    }
    shots.release(sent);
    showToast({
      message: i18n.t('"{name}" was not sent. Attach it again.', { name: sent.name }),
      kind: 'error',
      duration: false,
    });
  };
  return {
    file,
    /** Undefined removes the file. */
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
