import { type RefObject, useCallback } from 'react';
import { usePassedFocus } from '../../ui/focus/use-passed-focus.ts';

interface EntryFocus {
  readonly entry: RefObject<HTMLLIElement | null>;
  /** Id of the change; the element has it as `data-change`. */
  readonly id: string;
  /** True when the person has decided about the change; stable function. */
  readonly isDecided: () => boolean;
}

/**
 * Moves the focus when an entry is removed. Removed by the person's decision: to the next entry, from the
 * last one to the panel. Removed for another reason: to the entry that now shows the same change, or to the
 * panel when the change was sent, never to another change, because the next key press would decide about that
 * one.
 */
export function useEntryFocus({ entry, id, isDecided }: EntryFocus): void {
  usePassedFocus(
    entry,
    useCallback(
      (node) => {
        const panel = node.closest('dialog');
        if (isDecided()) return nextEntry(node, panel)?.querySelector('button') ?? panel;
        // The entry that replaces this one may not be in the page yet.
        queueMicrotask(() => (entryOf(id, panel) ?? panel)?.focus());
        return undefined;
      },
      [id, isDecided],
    ),
  );
}

function entriesOf(panel: HTMLDialogElement | null): readonly HTMLLIElement[] {
  return [...(panel?.querySelectorAll('li') ?? [])];
}

function nextEntry(node: HTMLElement, panel: HTMLDialogElement | null): HTMLElement | undefined {
  const all = entriesOf(panel);
  return all[all.findIndex((entry) => entry === node) + 1];
}

function entryOf(id: string, panel: HTMLDialogElement | null): HTMLLIElement | undefined {
  return entriesOf(panel).find(({ dataset }) => dataset['change'] === id);
}
