import type { KeyboardEvent } from 'react';

/** As a ref: focuses the element when it mounts, e.g. the first field of a form. */
export function moveFocus(node: HTMLElement | null): void {
  node?.focus({ preventScroll: true });
}

/** As a ref: focuses an element that replaces the focused one, unless another element has the focus by then. */
export function restoreLostFocus(node: HTMLElement | null): void {
  if (document.activeElement === document.body) moveFocus(node);
}

/** Arrow keys left and right select the neighbouring tab of a tab list. */
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
