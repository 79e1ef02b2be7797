import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { closesList } from '../focus/use-escape.tsx';
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
      if (!event.cancelable) return;
      event.preventDefault();
      latest.current();
    };
    // A browser lets a page prevent one closing after each click or typed key, and closes dialogs that were opened without
    // one together. So Escape is handled as a key, and what was closed all the same (by Back) is opened again.
    let [isInside, isOfList] = [false, false];
    const notice = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      // A list that closes has lost its marks, and left the page, when the key arrives at the window again.
      isInside = target instanceof Element && target.closest('dialog') === node;
      isOfList = closesList(target);
    };
    const press = (event: KeyboardEvent) => {
      const { key, isComposing, defaultPrevented } = event;
      if (key !== 'Escape' || isComposing || defaultPrevented || !isInside) return;
      event.preventDefault();
      if (!isOfList) latest.current();
    };
    const closed = () => {
      if (node.open) return;
      node.showModal();
      latest.current();
    };
    // Only a click beside the content has the dialog itself as its target.
    const click = (event: MouseEvent) => {
      if (event.target === node) latest.current();
    };
    node.addEventListener('cancel', cancel);
    node.addEventListener('close', closed);
    // After the handlers of what is inside, which React runs at the root.
    window.addEventListener('keydown', notice, true);
    window.addEventListener('keydown', press);
    node.addEventListener('click', click);
    node.showModal();
    return () => {
      node.removeEventListener('cancel', cancel);
      node.removeEventListener('close', closed);
      window.removeEventListener('keydown', notice, true);
      window.removeEventListener('keydown', press);
      node.removeEventListener('click', click);
      node.close();
    };
  }, []);
  // The browser returns the focus only when a dialog is closed while it is still in the page.
  useFocusScope(dialog);
  return dialog;
}
