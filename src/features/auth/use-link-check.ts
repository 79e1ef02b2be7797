import { useEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { messageOf } from './message-of.ts';

type CheckedLink<T> =
  | { readonly kind: 'checking' }
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'failed'; readonly message: string; readonly again: () => void };

/** Asks the server about a link, again when `key` changes or the person retries. */
export function useLinkCheck<T>(check: () => Promise<T>, key: string): CheckedLink<T> {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ readonly of: string; readonly state: CheckedLink<T> }>();
  const of = `${key} ${attempt}`;
  const latest = useRef(check);
  useEffect(() => {
    latest.current = check;
  });
  useEffect(() => {
    const page = { isOpen: true };
    const show = (checked: CheckedLink<T>) => {
      if (page.isOpen) setAnswer({ of, state: checked });
    };
    const again = () => setAttempt((before) => before + 1);
    latest.current().then(
      (value) => show({ kind: 'found', value }),
      (failure: unknown) =>
        show({
          kind: 'failed',
          message: messageOf(failure, i18n.t('This link cannot be read.')),
          again,
        }),
    );
    return () => {
      page.isOpen = false;
    };
  }, [of]);
  return answer?.of === of ? answer.state : { kind: 'checking' };
}
