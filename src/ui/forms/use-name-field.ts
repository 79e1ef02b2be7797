import { type ChangeEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { ValueStore } from './use-form.ts';
import { useRename } from './use-rename.ts';

interface NameFieldInput {
  /** Current name. */
  readonly name: string;
  readonly draft: Pick<ValueStore<{ name: string }>, 'values' | 'set'> & {
    readonly clear: () => void;
  };
  /** Message for a name that cannot be saved; undefined for every other one. */
  readonly check: (name: string) => string | undefined;
  /** Gets the name without surrounding spaces; resolves to false when it was refused. */
  readonly save: (name: string) => Promise<boolean>;
  /** Called when the field closes. `isByKey`: the field still has the focus. */
  readonly onDone: (isByKey: boolean) => void;
}

interface NameField<Element extends HTMLInputElement | HTMLTextAreaElement> {
  readonly ref: RefObject<Element | null>;
  readonly error: string | undefined;
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (event: ChangeEvent<Element>) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onBlur: () => void;
}

/**
 * Props of a text field that renames a row in place: focused and selected at the start; Enter or leaving it saves,
 * Escape keeps the old name. A name that cannot be saved keeps the field open.
 */
export function useNameField<Element extends HTMLInputElement | HTMLTextAreaElement>(
  input: NameFieldInput,
): NameField<Element> {
  const { name: before, draft, onDone } = input;
  const ref = useRef<Element>(null);
  const isClosed = useRef(false);
  useEffect(() => {
    ref.current?.focus();
    ref.current?.select();
  }, []);
  const close = () => {
    isClosed.current = true;
    draft.clear();
    onDone(document.activeElement === ref.current);
  };
  const error = input.check(draft.values.name.trim());
  const { field, canSave, save } = useRename<Element>({
    name: before,
    store: draft,
    canSave: (name) => name !== '' && error === undefined,
    save: input.save,
    onDone: close,
  });
  return {
    ...field,
    ref,
    error,
    onKeyDown: (event) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Escape') close();
      else if (event.key === 'Enter') save();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onBlur: () => {
      if (isClosed.current) return;
      if (canSave) save();
      else if (error === undefined) close();
    },
  };
}
