import { useEffect, useState } from 'react';
import { columnsInView } from '../../data/board-opening.ts';

/** Columns that are added at a time while nothing else happens. */
const MORE = 2;
/** They are there this soon even if something always happens: milliseconds for each step. */
const LATEST = 200;

export interface Stages {
  /** How many columns are drawn, from the left. */
  readonly columns: number;
  /** What is in view has been painted. */
  readonly isPainted: boolean;
}

/** A board is drawn in stages: what is in view, then what belongs to it and what is scrolled to. */
export function useStages(all: number): Stages {
  const [columns, setColumns] = useState(columnsInView);
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => whenIdle(() => setPainted(true))), []);
  const isWhole = columns >= all;
  useEffect(() => {
    if (!isPainted || isWhole) return undefined;
    return whenIdle(() => setColumns(columns + MORE));
  }, [columns, isPainted, isWhole]);
  return { columns, isPainted };
}

function afterPaint(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(call)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
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
