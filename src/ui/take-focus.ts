/** A ref for what somebody goes on with when it appears: the first field of a form, the button that had opened it. */
export function takeFocus(node: HTMLElement | null): void {
  node?.focus({ preventScroll: true });
}
