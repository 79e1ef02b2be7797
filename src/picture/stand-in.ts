import type { ScreenPicture } from '../../sync/store/picture.ts';
import { addressNow, mainPart } from './surroundings.ts';

/** A screen that reads otherwise than its picture is taken for drawn when it has not changed for so long: milliseconds. */
const SETTLED = 400;
/** The same, when little of it is there: it is loading, or says that it cannot be shown. */
const SETTLED_SHORT = 2_000;
/** An app that has shown nothing by then will not: milliseconds. */
const LATEST = 20_000;
const PRESSABLE = 'a, button, label, input, textarea, select, [role="button"], [role="menuitem"]';

/**
 * Takes the picture away when the screen itself has come: when it reads the same, when somebody wants to do something
 * and most of it is there, or when it has come to rest. What was pressed before it had come is pressed then.
 */
export function standIn(picture: ScreenPicture, frame: HTMLElement): void {
  const start = performance.now();
  const over = new AbortController();
  let text: string | undefined;
  let since = start;
  let isWanted = false;
  let pressed: MouseEvent | undefined;
  for (const name of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
    const want = () => {
      isWanted = true;
    };
    addEventListener(name, want, { capture: true, passive: true, signal: over.signal });
  }
  const press = (event: MouseEvent) => {
    const reached = event.target instanceof Element && event.target.closest(PRESSABLE) !== null;
    pressed = reached ? undefined : event;
  };
  addEventListener('click', press, { capture: true, signal: over.signal });

  const look = () => {
    const now = performance.now();
    const seen = mainPart()?.textContent;
    if (seen !== text) {
      text = seen;
      since = now;
    }
    const isDrawn = seen !== undefined && seen.length > picture.text.length / 2;
    const isOver =
      seen === picture.text ||
      addressNow() !== picture.address ||
      (isDrawn && (isWanted || now - since > SETTLED)) ||
      (seen !== undefined && now - since > SETTLED_SHORT) ||
      now - start > LATEST;
    if (!isOver) {
      requestAnimationFrame(look);
      return;
    }
    over.abort();
    frame.remove();
    if (pressed !== undefined && isDrawn) pressAgain(pressed);
  };
  requestAnimationFrame(look);
}

function pressAgain({ clientX, clientY }: MouseEvent): void {
  const target = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(PRESSABLE);
  target?.focus();
  target?.click();
}
