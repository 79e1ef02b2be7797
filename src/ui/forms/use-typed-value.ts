import { useState } from 'react';

interface Input {
  /** Null: none. */
  readonly value: string | null;
  /** Value that a text stands for; undefined when it stands for none. */
  readonly read: (text: string) => string | undefined;
  /** Text of a value; a value that is none is its own text. */
  readonly format: (value: string) => string;
  readonly onChange: (value: string | null) => void;
}

interface TypedValue {
  readonly text: string;
  /** True when the text, which nobody types at the moment, stands for no value. */
  readonly isUnread: boolean;
  readonly setText: (text: string) => void;
  /** Shows the value in its own format again, and returns it. */
  readonly settle: () => string | null;
}

/**
 * Text of a field that reads what a person types. Each text that stands for a value is that value at once; one that
 * stands for none is the value itself, so that it is never lost. The text stays as it was typed until the field is left.
 */
export function useTypedValue(input: Input): TypedValue {
  const { value, read, format, onChange } = input;
  const [typed, setTyped] = useState<string>();
  const valueOf = (text: string) => (text.trim() === '' ? null : (read(text) ?? text));
  const known = value === null || value === '' ? undefined : value;
  return {
    text: typed ?? (known === undefined ? '' : format(known)),
    isUnread: typed === undefined && known !== undefined && read(known) !== known,
    setText: (text) => {
      setTyped(text);
      onChange(valueOf(text));
    },
    settle: () => {
      setTyped(undefined);
      return typed === undefined ? value : valueOf(typed);
    },
  };
}
