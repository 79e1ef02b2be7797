import { type RefObject, useEffect, useState } from 'react';
import { columnsInView } from '../../../data/board-snapshot.ts';
import { useIsDownloading, useIsLate } from '../../../data/downloading.ts';

/** Columns that are added at a time while nothing else happens. */
const MORE = 2;
/** They are there this soon even if something always happens: milliseconds for each step. */
const LATEST = 200;

export interface Stages {
  /** How many columns are drawn, from the left. */
  readonly columns: number;
  /** What is in view has been painted, and it is time for what belongs to it. */
  readonly isPainted: boolean;
}

/**
 * A board is drawn in stages: what is in view, then what belongs to it and what can be scrolled to. While the first
 * download goes on all that is drawn is read again and again: there it stays at the first stage for a while, or until
 * somebody scrolls.
 */
export function useStages(all: number, board: RefObject<HTMLElement | null>): Stages {
  const [columns, setColumns] = useState(columnsInView);
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => whenIdle(() => setPainted(true))), []);
  const isDownloading = useIsDownloading();
  const isLate = useIsLate();
  const isPressed = isDownloading && !isLate;
  const isWhole = columns >= all;
  useEffect(() => {
    if (!isPainted || isWhole) return undefined;
    if (!isPressed) return whenIdle(() => setColumns(columns + MORE));
    const node = board.current;
    const drawAll = () => setColumns(all);
    node?.addEventListener('scroll', drawAll, { once: true, passive: true });
    return () => node?.removeEventListener('scroll', drawAll);
  }, [all, board, columns, isPressed, isPainted, isWhole]);
  return { columns, isPainted: isPainted && !isPressed };
}

function afterPaint(call: () => void): () => void {
  // The first frame shows it, the second one says that it has been shown.
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(call)));
  return () => cancelAnimationFrame(frame);
}

function whenIdle(call: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(call, LATEST / 4);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(call, { timeout: LATEST });
  return () => cancelIdleCallback(idle);
}
