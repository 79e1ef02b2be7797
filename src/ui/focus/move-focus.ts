/** A ref for what somebody goes on with when it appears: the first field of a form, the button that had opened it. */
export function moveFocus(node: HTMLElement | null): void {
  node?.focus({ preventScroll: true });
}

/** The same for what takes the place of something that had the focus when it went: only what is lost is taken. */
export function restoreLostFocus(node: HTMLElement | null): void {
  if (document.activeElement === document.body) moveFocus(node);
}
