import { type RefObject, useCallback } from 'react';
import type { ColumnViews } from './drag/board-columns.ts';
import { type Revealing, useReveal } from './use-reveal.ts';
import { useRestoredFocus } from './use-restored-focus.ts';

interface Props {
  readonly board: RefObject<HTMLElement | null>;
  readonly columns: ColumnViews;
  readonly revealing: Revealing;
}

/** Keeps the focus on the board and moves it to a revealed task; renders nothing. */
export function BoardFocus({ board, columns, revealing }: Props) {
  useRestoredFocus(
    board,
    useCallback(
      (id) => [...columns.values()].some((column) => column.ids().includes(id)),
      [columns],
    ),
  );
  useReveal(board, revealing, (id) => {
    for (const column of columns.values()) {
      const index = column.ids().indexOf(id);
      if (index !== -1) column.reveal(index);
    }
  });
  return null;
}
