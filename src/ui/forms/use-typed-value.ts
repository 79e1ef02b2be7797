import { useState } from 'react';

interface Input {
  /** Null: none. */
  readonly value: string | null;
  /** Value that a text means; undefined for a text without one. */
  readonly read: (text: string) => string | undefined;
  /** Text of a value; a value that is none is its own text. */
  readonly format: (value: string) => string;
  readonly onChange: (value: string | null) => void;
}

interface TypedValue {
  readonly text: string;
  /** True when the text means no value and is not being typed. */
  readonly isUnread: boolean;
  readonly setText: (text: string) => void;
  /** Shows the value in its own format again, and returns it. */
  readonly settle: () => string | null;
}

/**
 * Text of a field that parses what a person types. A text that can be parsed sets its value at once; any other text is
 * the value itself, so that it is never lost. The text stays as it was typed until the field is left.
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
