/** True when a key press belongs to a field or a modal dialog and is no shortcut of the page. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable], dialog *')
  );
}
