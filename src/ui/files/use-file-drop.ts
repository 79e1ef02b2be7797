import { type RefObject, useEffect, useRef, useState } from 'react';
import { isField } from '../focus/is-typing.ts';

/**
 * Takes files that are dropped or pasted anywhere in the panel that contains `inside`, unless a field in it takes them
 * itself; returns the panel while files are dragged over it. The listeners are on the document, after those of React.
 */
export function useFileDrop(
  inside: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): HTMLElement | undefined {
  const [over, setOver] = useState<HTMLElement>();
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const panel = inside.current?.closest('dialog');
    if (panel === null || panel === undefined) return undefined;
    const isMine = (event: Event) =>
      !event.defaultPrevented && event.target instanceof Node && panel.contains(event.target);
    const take = (event: Event, list: FileList | undefined) => {
      const files = [...(list ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    const drag = (event: DragEvent) => {
      const isWanted = isMine(event) && event.dataTransfer?.types.includes('Files') === true;
      if (isWanted) event.preventDefault();
      setOver(isWanted ? panel : undefined);
    };
    const drop = (event: DragEvent) => {
      setOver(undefined);
      if (isMine(event)) take(event, event.dataTransfer?.files);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(undefined);
    };
    const paste = (event: ClipboardEvent) => {
      // A paste with both text and image (a copied table) counts as text.
      if (!isMine(event) || isField(event.target)) return;
      if (event.clipboardData?.getData('text/plain') === '') take(event, event.clipboardData.files);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('dragover', drag, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    document.addEventListener('paste', paste, { signal });
    return () => listeners.abort();
  }, [inside]);
  return over;
}
