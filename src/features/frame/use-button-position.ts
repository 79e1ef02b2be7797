import { useEffect, useState } from 'react';

/** Position of the floating button: side, and distance above its default position in pixels. */
export interface ButtonPosition {
  readonly side: 'start' | 'end';
  readonly lift: number;
}

const HOME: ButtonPosition = { side: 'end', lift: 0 };

/** Side of the button including its margin, and distance from the edges. Pixels. */
const SIZE = 56;
const EDGE = 12;
/** Candidate positions are this far apart, up to the middle of the screen. Pixels. */
const STEP = 28;
/** A control this wide remains usable and readable when the button covers its end. Pixels. */
const WIDE = 3 * SIZE;
/** Debounce: scroll and input events come in bursts. Milliseconds. */
const PAUSE = 120;

const CONTROLS =
  'a, button, input, textarea, select, label, summary, [role="button"], [role="checkbox"], [contenteditable]';

/**
 * Keeps a floating button off every control of the screen: it changes sides or moves up rather than cover
 * one. When no position is free it covers the end of a wide control. Undefined while somebody types.
 */
export function useButtonPosition(own: string): ButtonPosition | undefined {
  const [spot, setSpot] = useState<ButtonPosition | undefined>(HOME);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => setSpot((before) => samePosition(before, freeSpot(own)));
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(update, PAUSE);
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

/** Returns the previous object when the position is the same, so that nothing renders again. */
function samePosition(
  before: ButtonPosition | undefined,
  now: ButtonPosition | undefined,
): ButtonPosition | undefined {
  return before?.side === now?.side && before?.lift === now?.lift ? before : now;
}

function freeSpot(own: string): ButtonPosition | undefined {
  // While somebody types, the on-screen keyboard covers half the screen; the rest stays free.
  if (document.activeElement?.matches('input, textarea, [contenteditable]') === true) {
    return undefined;
  }
  const bar = document.querySelector('nav[data-bottom]')?.getBoundingClientRect().top;
  const top = (bar ?? window.innerHeight) - EDGE - SIZE;
  const left = { end: window.innerWidth - EDGE - SIZE, start: EDGE } as const;
  const spots = Array.from(
    { length: Math.floor(top / 2 / STEP) },
    (_, step) => step * STEP,
  ).flatMap((lift): readonly ButtonPosition[] => [
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

/** Tests a grid of points, dense enough to hit every control of a usable size. */
function isFree(
  { left, top }: { readonly left: number; readonly top: number },
  own: string,
  covers: (control: Element) => boolean,
): boolean {
  // Toasts disappear by themselves; the button does not avoid them.
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
