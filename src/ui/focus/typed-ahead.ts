import { useEffect, useState } from 'react';
import { isField } from './is-typing.ts';

export interface TypedAhead {
  /** Begins to collect what is typed, from a key that opens a field. */
  readonly begin: () => void;
  /** Ends it, and passes on the text and whether Enter ended it; calls nothing when no key was typed. */
  readonly deliver: (to: (text: string, isEntered: boolean) => void) => void;
  readonly discard: () => void;
}

/**
 * Text typed between the key that opens a field and the moment the field has the focus: its module may still be
 * loading. Without it the first letters would be lost, or run as shortcuts of the page.
 */
export function useTypedAhead(): TypedAhead {
  const [ahead] = useState(createTypedAhead);
  useEffect(() => ahead.discard, [ahead]);
  return ahead;
}

export function createTypedAhead(page: Pick<Document, EventMethods> = document): TypedAhead {
  let text = '';
  let isEntered = false;
  const listen = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab' || isElsewhere(event.target)) {
      end();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') isEntered = true;
    else if (event.key !== 'Backspace' && event.key.length !== 1) return;
    // What is typed after Enter was meant for the page behind; it would run there before the text has an effect.
    else if (!isEntered) text = event.key === 'Backspace' ? text.slice(0, -1) : text + event.key;
    event.preventDefault();
    event.stopPropagation();
  };
  const end = () => {
    page.removeEventListener('keydown', listen, true);
    page.removeEventListener('pointerdown', end, true);
  };
  return {
    begin: () => {
      text = '';
      isEntered = false;
      page.addEventListener('keydown', listen, true);
      page.addEventListener('pointerdown', end, true);
    },
    deliver: (to) => {
      end();
      if (text !== '' || isEntered) to(text, isEntered);
      text = '';
      isEntered = false;
    },
    discard: end,
  };
}

type EventMethods = 'addEventListener' | 'removeEventListener';

/** True for a field that has the focus by now, and for an alert, whose keys are its own. */
function isElsewhere(target: EventTarget | null): boolean {
  const isInAlert = target instanceof Element && target.closest('[role="alertdialog"]') !== null;
  return isInAlert || isField(target);
}
