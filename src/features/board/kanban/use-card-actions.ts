import { useCallback } from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import { useArchiveCard, useMoveCard } from '../../../data/cards.ts';
import { useUndo } from '../../../ui/overlays/undo.tsx';

/** Actions of levels 1 to 3 on a column, each with undo. `cards` are the board's columns in order. */
export function useCardActions(cards: readonly Card[]) {
  const archiveCard = useArchiveCard();
  const placeCard = useMoveCard();
  const undo = useUndo();

  const archive = useCallback(
    async (card: Card) => {
      if (!(await archiveCard(card.id, false))) return false;
      undo({
        message: `Card "${card.name}" archived`,
        undo: () => void archiveCard(card.id, true),
      });
      return true;
    },
    [archiveCard, undo],
  );

  /** Moves the column to `index` among the others. */
  const moveTo = useCallback(
    async (card: Card, index: number) => {
      const from = cards.findIndex((one) => one.id === card.id);
      if (from === index || from === -1) return true;
      const others = cards.toSpliced(from, 1);
      if (!(await placeCard(card, others[index - 1], others[index]))) return false;
      undo({
        message: `Card "${card.name}" moved`,
        undo: () => void placeCard(card, others[from - 1], others[from]),
      });
      return true;
    },
    [cards, placeCard, undo],
  );

  const moveBy = useCallback(
    async (card: Card, by: -1 | 1) =>
      await moveTo(card, cards.findIndex((one) => one.id === card.id) + by),
    [cards, moveTo],
  );

  return { archive, moveTo, moveBy };
}
