import { type ChangeEvent, useState } from 'react';

interface TypedText {
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onBlur: () => void;
}

/**
 * Props of a field whose value is stored elsewhere and returns with a delay, e.g. in the address: while
 * somebody types, the field shows the typed text. Showing the returned value would lose letters and the
 * caret.
 */
export function useTypedText(value: string, onText: (query: string) => void): TypedText {
  const [typed, setTyped] = useState<string>();
  return {
    value: typed ?? value,
    onChange: ({ currentTarget }) => {
      setTyped(currentTarget.value);
      onText(currentTarget.value);
    },
    onBlur: () => setTyped(undefined),
  };
}
