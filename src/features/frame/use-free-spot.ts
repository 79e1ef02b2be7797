import { useEffect, useState } from 'react';

/** Where the floating button stands: right, left, or away while it would cover something on both sides. */
type FreeSpot = 'start' | 'end' | 'none';

/** Side of the button with some air around it, and its distance from the edges, in pixels. */
const SIZE = 56;
const EDGE = 12;
/** Scrolling and typing come in bursts; the place is looked for when one is over. */
const PAUSE = 120;

const CONTROLS =
  'a, button, input, textarea, select, label, summary, [role="button"], [role="checkbox"], [contenteditable]';

/** Keeps a floating button off every control of the screen: it changes sides, or goes, rather than cover one. */
export function useFreeSpot(own: string): FreeSpot {
  const [spot, setSpot] = useState<FreeSpot>('end');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => setSpot(freeSpot(own));
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

function freeSpot(own: string): FreeSpot {
  // While somebody types, the keyboard takes half the screen and the rest is theirs.
  if (document.activeElement?.matches('input, textarea, [contenteditable]') === true) return 'none';
  const bar = document.querySelector('nav[data-bottom]')?.getBoundingClientRect().top;
  const top = (bar ?? window.innerHeight) - EDGE - SIZE;
  if (isFree(window.innerWidth - EDGE - SIZE, top, own)) return 'end';
  return isFree(EDGE, top, own) ? 'start' : 'none';
}

/** Looks at a grid of points, close enough together that no control of a usable size slips through. */
function isFree(left: number, top: number, own: string): boolean {
  // Messages come and go by themselves: nothing makes room for one.
  const passing = `${own}, [data-messages]`;
  const steps = [0, 1 / 3, 2 / 3, 1];
  return steps.every((x) =>
    steps.every((y) => {
      const there = document.elementsFromPoint(left + x * SIZE, top + y * SIZE);
      const under = there.find((element) => element.closest(passing) === null);
      return under === undefined || under.closest(CONTROLS) === null;
    }),
  );
}
