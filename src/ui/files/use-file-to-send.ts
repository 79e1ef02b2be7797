import { useEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../overlays/toasts.tsx';
import { useIsUnmounted } from '../hooks/use-is-unmounted.ts';
import { isChosen, type Shots } from './shots.ts';
import { reportGone } from './report-gone.ts';

export interface FileToSend {
  readonly file: File | undefined;
  /** Undefined removes the file. */
  readonly pick: (next: File | undefined) => void;
  /** One file at a time: a second one could not be restored into the same field. */
  readonly mustWait: () => boolean;
  readonly sendWith: (work: () => Promise<boolean>) => Promise<boolean>;
  /** The same for a form that closes when it has submitted: it shows the file until `work` resolves to true. */
  readonly saveWith: (work: () => Promise<boolean>) => Promise<boolean>;
}

/**
 * File of a form that stays open while it submits. `sendWith` clears the file at once and restores it when
 * `work` fails or resolves to false; if the form was closed meanwhile, a toast reports it. The file is kept on the
 * device until then (decisions 0088 and 0114). One that the person removes is discarded, and so is a chosen file that
 * another one replaces; one that exists here alone and is replaced, or that could not be restored, is offered again.
 * One that another tab attaches or discards meanwhile leaves the form, with a toast.
 */
export function useFileToSend(
  shots: Pick<Shots, 'discard' | 'isGone' | 'keepPicked' | 'release'>,
): FileToSend {
  const [file, setFile] = useState<File>();
  const isUnmounted = useIsUnmounted();
  const onItsWay = useRef(false);
  const picked = useRef<File>(undefined);
  const chosen = useRef(new WeakSet<File>());
  const hold = (next: File | undefined) => {
    picked.current = next;
    setFile(next);
  };
  const pick = (next: File | undefined) => {
    const before = picked.current;
    hold(next);
    if (before === next) return;
    if (next !== undefined) {
      if (isChosen(next)) chosen.current.add(next);
      shots.keepPicked(next);
    }
    if (before === undefined) return;
    if (next === undefined || chosen.current.has(before)) void shots.discard([before]);
    else shots.release(before);
  };
  const isGone = file !== undefined && shots.isGone(file);
  useEffect(() => {
    if (!isGone || onItsWay.current || picked.current === undefined) return;
    reportGone(picked.current);
    picked.current = undefined;
    setFile(undefined);
  }, [isGone]);
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
    pick,
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
    saveWith: async (work: () => Promise<boolean>): Promise<boolean> => {
      onItsWay.current = true;
      try {
        const isSaved = await work();
        if (isSaved) hold(undefined);
        return isSaved;
      } finally {
        onItsWay.current = false;
      }
    },
  };
}
