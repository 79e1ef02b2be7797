import type { KeyboardEvent } from 'react';

/** As a ref: an element that appears takes the focus, for example the first field of a form. */
export function moveFocus(node: HTMLElement | null): void {
  node?.focus({ preventScroll: true });
}

/** As a ref: an element that replaces the focused one takes the focus, unless something else has it by now. */
export function restoreLostFocus(node: HTMLElement | null): void {
  if (document.activeElement === document.body) moveFocus(node);
}

/** The left and right arrow keys move along the tabs of a tab list and choose them. */
export function moveTab(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const tabs = Array.from(
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [],
  );
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const next = tabs[(at + step + tabs.length) % tabs.length];
  event.preventDefault();
  next?.focus();
  next?.click();
}
