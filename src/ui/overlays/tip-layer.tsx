import { Portal } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './tip-layer.module.css';

interface Tip {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly below: boolean;
}

const DELAY = 400;

/**
 * One tooltip for every descendant with `data-tip`, so that lists of thousands of rows need no component per
 * row. Shown on hover and keyboard focus, hidden by Escape; its text must also be in the element's accessible
 * name.
 */
export function TipLayer({ children }: { readonly children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  const [tip, setTip] = useState<Tip>();
  useEffect(() => {
    const element = root.current;
    return element === null ? undefined : watch(element, setTip);
  }, []);
  return (
    <div ref={root} className={classes.layer}>
      {children}
      {tip !== undefined && (
        <Portal>
          <div
            className={classes.tip}
            data-below={tip.below || undefined}
            style={{ left: tip.x, top: tip.y }}
            aria-hidden
          >
            {tip.text}
          </div>
        </Portal>
      )}
    </div>
  );
}

function watch(root: HTMLElement, show: (tip: Tip | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Element | undefined;
  const hide = () => {
    clearTimeout(timer);
    current = undefined;
    show(undefined);
  };
  const over = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest('[data-tip]') : null;
    if (target === current) return;
    hide();
    if (target === null || !root.contains(target)) return;
    if (event.type === 'focusin' && !target.matches(':focus-visible')) return;
    current = target;
    timer = setTimeout(() => show(tipOf(target)), DELAY);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };
  const controller = new AbortController();
  const { signal } = controller;
  root.addEventListener('pointerover', over, { signal });
  root.addEventListener('focusin', over, { signal });
  root.addEventListener('pointerleave', hide, { signal });
  root.addEventListener('focusout', hide, { signal });
  root.addEventListener('pointerdown', hide, { signal, capture: true });
  root.addEventListener('scroll', hide, { signal, capture: true, passive: true });
  root.addEventListener('keydown', key, { signal });
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
  const below = box.top < 64;
  const x = Math.min(Math.max(box.left + box.width / 2, 120), window.innerWidth - 120);
  return { text, x, y: below ? box.bottom + 6 : box.top - 6, below };
}
