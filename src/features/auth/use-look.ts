import { useEffect, useRef, useState } from 'react';
import { messageOf } from './message-of.ts';

type Looked<T> =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'failed'; readonly message: string; readonly again: () => void };

/** Asks the server what a link is for, again when `key` changes or the person asks. */
export function useLook<T>(look: () => Promise<T>, key: string): Looked<T> {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ readonly of: string; readonly looked: Looked<T> }>();
  const of = `${key} ${attempt}`;
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  useEffect(() => {
    const page = { isOpen: true };
    const show = (looked: Looked<T>) => {
      if (page.isOpen) setAnswer({ of, looked });
    };
    const again = () => setAttempt((before) => before + 1);
    latest.current().then(
      (value) => show({ kind: 'found', value }),
      (failure: unknown) =>
        show({ kind: 'failed', message: messageOf(failure, 'This link cannot be read.'), again }),
    );
    return () => {
      page.isOpen = false;
    };
  }, [of]);
  return answer?.of === of ? answer.looked : { kind: 'looking' };
}
