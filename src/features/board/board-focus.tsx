import { type RefObject, useCallback } from 'react';
import type { Lanes } from './lanes.ts';
import { type Revealing, useReveal } from './use-reveal.ts';
import { useKeptFocus } from './use-kept-focus.ts';

interface Props {
  readonly board: RefObject<HTMLElement | null>;
  readonly lanes: Lanes;
  readonly revealing: Revealing;
}

/** Keeps the focus on the board, and brings it to what is to be shown; draws nothing. */
export function BoardFocus({ board, lanes, revealing }: Props) {
  useKeptFocus(
    board,
    useCallback((id) => [...lanes.values()].some((lane) => lane.ids().includes(id)), [lanes]),
  );
  useReveal(board, revealing, (id) => {
    for (const lane of lanes.values()) {
      const index = lane.ids().indexOf(id);
      if (index !== -1) lane.reveal(index);
    }
  });
  return null;
}
