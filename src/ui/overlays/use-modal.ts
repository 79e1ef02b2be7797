import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useFocusScope } from '../focus/use-focus-scope.ts';

/**
 * Dialog element that is modal while it is mounted: Escape and a click beside it call `onClose`, and the
 * focus returns to the element that had it.
 */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  // Before the browser handles the next key: it belongs to the dialog.
  useLayoutEffect(() => {
    const node = dialog.current;
    if (node === null) return undefined;
    const cancel = (event: Event) => {
      event.preventDefault();
      latest.current();
    };
    // Only a click beside the content has the dialog itself as its target.
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
  // The browser returns the focus only when a dialog is closed while it is still in the page.
  useFocusScope(dialog);
  return dialog;
}
