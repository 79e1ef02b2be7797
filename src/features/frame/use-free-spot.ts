import { useEffect, useState } from 'react';

/** Where the floating button stands: right or left, and how far above its place at the bottom, in pixels. */
export interface FreeSpot {
  readonly side: 'start' | 'end';
  readonly lift: number;
}

const HOME: FreeSpot = { side: 'end', lift: 0 };

/** Side of the button with some air around it, and its distance from the edges, in pixels. */
const SIZE = 56;
const EDGE = 12;
/** It looks higher up in steps of this many pixels, up to the middle of the screen. */
const STEP = 28;
/** A control this wide can still be used, and read, where the button lies over its end. */
const WIDE = 3 * SIZE;
/** Scrolling and typing come in bursts; the place is looked for when one is over. */
const PAUSE = 120;

const CONTROLS =
  'a, button, input, textarea, select, label, summary, [role="button"], [role="checkbox"], [contenteditable]';

/**
 * Keeps a floating button off every control of the screen: it changes sides or goes higher rather than cover one. Where
 * controls are everywhere it lies over the end of a wide one. Undefined while somebody types.
 */
export function useFreeSpot(own: string): FreeSpot | undefined {
  const [spot, setSpot] = useState<FreeSpot | undefined>(HOME);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => setSpot((before) => sameSpot(before, freeSpot(own)));
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, PAUSE);
    };
    const seen = new MutationObserver(soon);
    const main = document.querySelector('#content') ?? document.body;
    seen.observe(main, { childList: true, subtree: true });
    document.addEventListener('scroll', soon, { capture: true, passive: true });
    document.addEventListener('focusin', soon);
    document.addEventListener('focusout', soon);
    window.addEventListener('resize', soon);
    soon();
    return () => {
      clearTimeout(timer);
      seen.disconnect();
      document.removeEventListener('scroll', soon, { capture: true });
      document.removeEventListener('focusin', soon);
      document.removeEventListener('focusout', soon);
      window.removeEventListener('resize', soon);
    };
  }, [own]);
  return spot;
}

/** The same object while it is the same place, so that nothing is drawn anew. */
function sameSpot(before: FreeSpot | undefined, now: FreeSpot | undefined): FreeSpot | undefined {
  return before?.side === now?.side && before?.lift === now?.lift ? before : now;
}

function freeSpot(own: string): FreeSpot | undefined {
  // While somebody types, the keyboard takes half the screen and the rest is theirs.
  if (document.activeElement?.matches('input, textarea, [contenteditable]') === true) {
    return undefined;
  }
  const bar = document.querySelector('nav[data-bottom]')?.getBoundingClientRect().top;
  const top = (bar ?? window.innerHeight) - EDGE - SIZE;
  const left = { end: window.innerWidth - EDGE - SIZE, start: EDGE } as const;
  const spots = Array.from(
    { length: Math.floor(top / 2 / STEP) },
    (_, step) => step * STEP,
  ).flatMap((lift): readonly FreeSpot[] => [
    { side: 'end', lift },
    { side: 'start', lift },
  ]);
  const isFor = (covers: (control: Element) => boolean) =>
    spots.find(({ side, lift }) => isFree({ left: left[side], top: top - lift }, own, covers));
  return isFor(() => true) ?? isFor((control) => widthOf(control) < WIDE) ?? HOME;
}

function widthOf(control: Element): number {
  return control.getBoundingClientRect().width;
}

/** Looks at a grid of points, close enough together that no control of a usable size slips through. */
function isFree(
  { left, top }: { readonly left: number; readonly top: number },
  own: string,
  covers: (control: Element) => boolean,
): boolean {
  // Messages come and go by themselves: nothing makes room for one.
  const passing = `${own}, [data-messages]`;
  const steps = [0, 1 / 3, 2 / 3, 1];
  return steps.every((x) =>
    steps.every((y) => {
      const there = document.elementsFromPoint(left + x * SIZE, top + y * SIZE);
      const control = there.find((element) => element.closest(passing) === null)?.closest(CONTROLS);
      return control === undefined || control === null || !covers(control);
    }),
  );
}
