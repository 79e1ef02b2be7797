import { useCallback } from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import { useArchiveCard, useMoveCard } from '../../../data/cards.ts';

/** Actions of levels 1 to 3 on a column, each with undo. `cards` are the board's columns in order. */
export function useCardActions(cards: readonly Card[]) {
  const archiveCard = useArchiveCard();
  const placeCard = useMoveCard();

  const archive = useCallback(
    async ({ id, name }: Card) =>
      await archiveCard(id, false, { subject: name, undo: () => archiveCard(id, true) }),
    [archiveCard],
  );

  /** Moves the column to `index` among the others. */
  const moveTo = useCallback(
    async (card: Card, index: number) => {
      const from = cards.findIndex((one) => one.id === card.id);
      if (from === index || from === -1) return true;
      const others = cards.toSpliced(from, 1);
      return await placeCard(card, others[index - 1], others[index], {
        subject: card.name,
        undo: () => placeCard(card, others[from - 1], others[from]),
      });
    },
    [cards, placeCard],
  );

  const moveBy = useCallback(
    async (card: Card, by: -1 | 1) =>
      await moveTo(card, cards.findIndex((one) => one.id === card.id) + by),
    [cards, moveTo],
  );

  return { archive, moveTo, moveBy };
}
