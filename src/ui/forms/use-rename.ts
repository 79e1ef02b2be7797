import { type ChangeEvent, useState } from 'react';
import { useOnce } from '../hooks/use-once.ts';
import { useUntilShown } from '../hooks/use-until-shown.ts';
import type { ValueStore } from './use-form.ts';

interface RenameInput {
  /** Current name. */
  readonly name: string;
  /** Storage of the typed name, e.g. a draft; default in the component. */
  readonly store?: Pick<ValueStore<{ name: string }>, 'values' | 'set'>;
  /** False for a name that cannot be saved; default a blank one. */
  readonly canSave?: (name: string) => boolean;
  /** Gets the name without surrounding spaces; resolves to false when it was refused. */
  readonly save: (name: string) => Promise<boolean>;
  /** Called when the name is saved and shown, or unchanged. */
  readonly onDone?: () => void;
}

interface Rename<Field extends HTMLInputElement | HTMLTextAreaElement> {
  /** Props of the text input. */
  readonly field: {
    readonly value: string;
    readonly readOnly: boolean;
    readonly onChange: (event: ChangeEvent<Field>) => void;
  };
  readonly canSave: boolean;
  readonly save: (event?: { readonly preventDefault: () => void }) => void;
}

/** A name edited in place: one field, saved once at a time. */
export function useRename<Field extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  input: RenameInput,
): Rename<Field> {
  // Until somebody types, the field follows the name: Enter alone must not write the one of before.
  const [typed, setTyped] = useState<string>();
  const own: RenameInput['store'] = {
    values: { name: typed ?? input.name },
    set: ({ name }) => setTyped(name),
  };
  const { values, set } = input.store ?? own;
  const name = values.name.trim();
  const canSave = input.canSave?.(name) ?? name !== '';
  const untilShown = useUntilShown(input.name);
  const [save, isBusy] = useOnce(async () => {
    if (!canSave) return;
    const before = input.name;
    if (name !== before) {
      if (!(await input.save(name))) return;
      await untilShown(before);
    }
    input.onDone?.();
  });
  return {
    field: {
      value: values.name,
      readOnly: isBusy,
      onChange: (event) => set({ name: event.currentTarget.value }),
    },
    canSave,
    save,
  };
}
