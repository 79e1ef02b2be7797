/** Focuses the first invalid field of the form that is being submitted, once its error is rendered. */
export function focusFirstError(): void {
  const form =
    document.activeElement?.closest('form') ?? document.querySelector('dialog[open] form');
  requestAnimationFrame(() => {
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
