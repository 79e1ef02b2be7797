/** True for an element that text is typed into. */
export function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]')
  );
}

/** True when a key press belongs to a field, a menu or a modal dialog and is no shortcut of the page. */
export function isTyping({ target }: KeyboardEvent): boolean {
  const isElsewhere =
    target instanceof Element && target.matches('dialog:modal *, [role="menu"], [role="menu"] *');
  return isElsewhere || isField(target);
}
