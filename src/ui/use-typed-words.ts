import { type ChangeEvent, useState } from 'react';

interface TypedWords {
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onBlur: () => void;
}

/**
 * The props of a field whose value lives elsewhere and comes back a moment later, as one in the address does: while
 * somebody types, the field shows what they typed. Showing what has come back so far would lose letters and the caret.
 */
export function useTypedWords(value: string, onWords: (words: string) => void): TypedWords {
  const [typed, setTyped] = useState<string>();
  return {
    value: typed ?? value,
    onChange: ({ currentTarget }) => {
      setTyped(currentTarget.value);
      onWords(currentTarget.value);
    },
    onBlur: () => setTyped(undefined),
  };
}
