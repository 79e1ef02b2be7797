import { useEffect, useRef, useState } from 'react';
import { reportGone } from './report-gone.ts';
import type { Shots } from './shots.ts';

interface FilesToSend {
  readonly files: readonly File[];
  /** Adds files and keeps them on the device; those over the limit are left out. */
  readonly add: (more: readonly File[]) => void;
  /** Removes files from the form and from the device. */
  readonly remove: (some: readonly File[]) => void;
  /** Submits by `work`, which resolves to true when it is committed on this device. The form shows the files until then. */
  readonly saveWith: (work: () => Promise<boolean>) => Promise<boolean>;
}

/**
 * Several files of a form that closes when it has submitted, kept on the device until then (decision 0114). One that
 * another tab attaches or discards meanwhile leaves the form, with a toast.
 */
export function useFilesToSend(
  shots: Pick<Shots, 'discard' | 'isGone' | 'keepPicked'>,
  limit: number,
): FilesToSend {
  const [files, setFiles] = useState<readonly File[]>([]);
  const onItsWay = useRef(false);
  const { isGone } = shots;
  useEffect(() => {
    const gone = files.filter(isGone);
    if (gone.length === 0 || onItsWay.current) return;
    for (const file of gone) reportGone(file);
    setFiles((before) => before.filter((file) => !gone.includes(file)));
  }, [files, isGone]);
  return {
    files,
    add: (more) => {
      const added = more.slice(0, limit - files.length);
      for (const file of added) shots.keepPicked(file);
      setFiles([...files, ...added]);
    },
    remove: (some) => {
      setFiles((before) => before.filter((file) => !some.includes(file)));
      void shots.discard(some);
    },
    saveWith: async (work) => {
      onItsWay.current = true;
      let isSaved = false;
      try {
        isSaved = await work();
        return isSaved;
      } finally {
        // The form closes: the files that it has attached are not gone for it.
        onItsWay.current = isSaved;
      }
    },
  };
}
