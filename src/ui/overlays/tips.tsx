import { Portal } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './tips.module.css';

interface Tip {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly side: 'above' | 'below' | 'right';
}

const DELAY = 400;
/** Distance between an element and its tooltip. Pixels. */
const GAP = 6;

/**
 * One tooltip for every element with `data-tip`, so that lists of thousands of rows need no component per row. Shown on
 * hover and keyboard focus above or below the element (`data-tip-side="right"`: beside it), hidden by Escape; its text
 * must also be in the element's accessible name.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => watch(setTip), []);
  if (tip === undefined) return null;
  return (
    <Portal>
      <div
        // Above a modal dialog, too.
        ref={(node) => node?.showPopover?.()}
        popover="manual"
        className={classes.tip}
        data-side={tip.side}
        style={{ left: tip.x, top: tip.y }}
        aria-hidden
      >
        {tip.text}
      </div>
    </Portal>
  );
}

function watch(show: (tip: Tip | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Element | undefined;
  const hide = () => {
    clearTimeout(timer);
    current = undefined;
    show(undefined);
  };
  const over = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest('[data-tip]') : null;
    if (target === (current ?? null)) return;
    hide();
    if (target === null) return;
    if (event.type === 'focusin' && !target.matches(':focus-visible')) return;
    current = target;
    timer = setTimeout(() => show(tipOf(target)), DELAY);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener('pointerover', over, { signal });
  document.addEventListener('focusin', over, { signal });
  document.documentElement.addEventListener('pointerleave', hide, { signal });
  document.addEventListener('focusout', hide, { signal });
  document.addEventListener('pointerdown', hide, { signal, capture: true });
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true });
  document.addEventListener('keydown', key, { signal });
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

function tipOf(target: Element): Tip | undefined {
  const text = target.getAttribute('data-tip');
  if (text === null || text === '' || !target.isConnected) return undefined;
  // A control that shows its name needs no tooltip with it.
  if (target instanceof HTMLElement && target.innerText.trim() === text) return undefined;
  const box = target.getBoundingClientRect();
  if (target.getAttribute('data-tip-side') === 'right') {
    return { text, x: box.right + GAP, y: box.top + box.height / 2, side: 'right' };
  }
  const below = box.top < 64;
  const x = Math.min(Math.max(box.left + box.width / 2, 120), window.innerWidth - 120);
  const y = below ? box.bottom + GAP : box.top - GAP;
  return { text, x, y, side: below ? 'below' : 'above' };
}
