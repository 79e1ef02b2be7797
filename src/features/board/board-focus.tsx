import { type RefObject, useCallback } from 'react';
import type { Lanes } from './lanes.ts';
import { useKeptFocus } from './use-kept-focus.ts';

interface Props {
  readonly board: RefObject<HTMLElement | null>;
  readonly lanes: Lanes;
}

/** Keeps the focus on the board; draws nothing. */
export function BoardFocus({ board, lanes }: Props) {
  useKeptFocus(
    board,
    useCallback((id) => [...lanes.values()].some((lane) => lane.ids().includes(id)), [lanes]),
  );
  return null;
}
