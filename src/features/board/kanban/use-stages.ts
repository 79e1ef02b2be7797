import { type RefObject, useEffect, useState } from 'react';
import { columnsInView } from '../../../data/board-snapshot.ts';
import { useIsDownloading, useIsLate } from '../../../data/downloading.ts';

/** Columns added per idle callback. */
const MORE = 2;
/** Upper limit for each step when the browser is never idle. Milliseconds. */
const LATEST = 200;

export interface Stages {
  /** Number of rendered columns, from the left. */
  readonly columns: number;
  /** True when the visible columns have been painted and their details can be read. */
  readonly isPainted: boolean;
  /** True from the first paint on, during a download too. */
  readonly hasPainted: boolean;
}

/**
 * Renders a board in stages: first the visible columns, then their details and the columns outside the
 * viewport. During the first download every rendered column is read again and again, so the board stays at
 * the first stage for a while, or until somebody scrolls.
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
  return { columns, isPainted: isPainted && !isPressed, hasPainted: isPainted };
}

function afterPaint(call: () => void): () => void {
  // The first frame paints; the second one runs after that paint.
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
