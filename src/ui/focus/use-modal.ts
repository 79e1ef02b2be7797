import { type RefObject, useEffect, useRef } from 'react';
import { useReturnFocus } from './use-return-focus.ts';

/**
 * A dialog element that is modal while it is mounted: Escape and a click beside it call `onClose`, the focus goes back to
 * where it was.
 */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const node = dialog.current;
    if (node === null) return undefined;
    const cancel = (event: Event) => {
      event.preventDefault();
      latest.current();
    };
    // Only what is beside the dialog's content counts as the dialog itself.
    const click = (event: MouseEvent) => {
      if (event.target === node) latest.current();
    };
    node.addEventListener('cancel', cancel);
    node.addEventListener('click', click);
    node.showModal();
    return () => {
      node.removeEventListener('cancel', cancel);
      node.removeEventListener('click', click);
      node.close();
    };
  }, []);
  // The browser gives the focus back only when a dialog is closed while it is still in the page.
  useReturnFocus(dialog);
  return dialog;
}
