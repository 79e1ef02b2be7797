import { type RefObject, useLayoutEffect } from 'react';
import { passFocus } from '../../ui/focus/pass-focus.ts';

interface EntryFocus {
  readonly entry: RefObject<HTMLLIElement | null>;
  /** Of its change; the entry has it as `data-change`. */
  readonly id: string;
  /** Whether the person has decided about it; the same function all the time. */
  readonly isDecided: () => boolean;
}

/**
 * An entry that goes with what was decided about it gives the focus to the one after it, the last one to the panel. One
 * that goes by itself gives it to no other change, about which the next key would decide: it goes to where the same
 * change stands now, to no button of it, or to the panel when it was sent.
 */
export function useEntryFocus({ entry, id, isDecided }: EntryFocus): void {
  useLayoutEffect(() => {
    const node = entry.current;
    return () => {
      if (node?.contains(document.activeElement) !== true) return;
      const panel = node.closest('dialog');
      if (isDecided()) passFocus(node, { rows: panel?.querySelectorAll('li') ?? [], last: panel });
      // What takes its place may not be in the page yet.
      else queueMicrotask(() => (entryOf(id, panel) ?? panel)?.focus());
    };
  }, [entry, id, isDecided]);
}

function entryOf(id: string, panel: HTMLDialogElement | null): HTMLLIElement | undefined {
  const all = [...(panel?.querySelectorAll('li') ?? [])];
  return all.find(({ dataset }) => dataset['change'] === id);
}
