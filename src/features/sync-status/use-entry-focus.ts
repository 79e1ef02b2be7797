import { type RefObject, useCallback } from 'react';
import { usePassedFocus } from '../../ui/focus/use-passed-focus.ts';

interface EntryFocus {
  readonly entry: RefObject<HTMLLIElement | null>;
  /** Of its change; the entry has it as `data-change`. */
  readonly id: string;
  /** Whether the person has decided about it; a stable function. */
  readonly isDecided: () => boolean;
}

/**
 * An entry that is removed by the person's decision passes the focus to the next one, the last one to the panel. An entry
 * that is removed for another reason passes it to no other change, because the next key would decide about that one: the
 * focus goes to the entry that now shows the same change, or to the panel when the change was sent.
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
