import { useEffect } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from './toasts.tsx';

/** A row that the filter of a screen hides. */
export interface HiddenOffer {
  /** A later offer of the same id replaces this one. */
  readonly id: string;
  /** Names the row, and what hides it. */
  readonly message: string;
  /** Clears what hides the row, and shows it. */
  readonly show: () => void;
}

/** Milliseconds; as long as an Undo toast (docs/decisions/0040): the toast is the only link to the row. */
const DURATION = 6000;

/**
 * Offers to show the rows that a change of the person has hidden, as long as the screen is open: "Show" changes the
 * address of this screen. `follow` subscribes to changes and returns the function that ends it; `offersFor` returns
 * the rows of a change that are hidden. A new function ends the offers of the former.
 */
export function useHiddenOffers<Change>(
  follow: (listener: (change: Change) => void) => () => void,
  offersFor: (change: Change) => Promise<readonly HiddenOffer[]>,
): void {
  useEffect(() => {
    const hides: (() => void)[] = [];
    let isOver = false;
    const unfollow = follow((change) => {
      void offersFor(change).then((offers) => {
        if (!isOver) hides.push(...offers.map(showOffer));
      });
    });
    return () => {
      isOver = true;
      unfollow();
      for (const hide of hides) hide();
    };
  }, [follow, offersFor]);
}

/** Returns the function that hides the toast. */
function showOffer({ id, message, show }: HiddenOffer): () => void {
  return showToast({
    id: `hidden-${id}`,
    kind: 'info',
    duration: DURATION,
    message,
    action: { label: i18n.t('Show'), run: show },
  });
}
