import { type ChangeEvent, useState } from 'react';

interface TypedText {
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onBlur: () => void;
}

/**
 * The props of a field whose value lives elsewhere and comes back a moment later, as one in the address does: while
 * somebody types, the field shows what they typed. Showing what has come back so far would lose letters and the caret.
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
