import type { KeyboardEvent } from 'react';

/** Keys of a field whose options are found by typing. */
export function onListKey(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.currentTarget.readOnly) return;
  if (event.key === 'Tab') chooseOnTab(event.currentTarget);
  if (event.key === 'Enter' && isUnmatched(event.currentTarget)) event.preventDefault();
}

/** Tab after typing chooses the highlighted option, so that the field keeps what it shows. */
export function chooseOnTab(field: HTMLInputElement): void {
  const option = highlightedOption(field);
  const isTyped = field.value !== '' && option?.textContent !== field.value;
  if (isTyped && option?.getAttribute('aria-selected') !== 'true') option?.click();
}

/** The option that Enter chooses; undefined while the list is closed, or nothing in it is highlighted. */
export function highlightedOption(field: HTMLInputElement): HTMLElement | undefined {
  return listOf(field)?.querySelector<HTMLElement>('[data-combobox-selected]') ?? undefined;
}

/** True for text that chooses nothing: Enter would submit the form with the option that was chosen before. */
function isUnmatched(field: HTMLInputElement): boolean {
  if (field.value.trim() === '' || field.getAttribute('aria-expanded') !== 'true') return false;
  if (highlightedOption(field) !== undefined) return false;
  const chosen = listOf(field)?.querySelector('[aria-selected="true"]');
  return chosen?.textContent !== field.value;
}

function listOf(field: HTMLInputElement): HTMLElement | null {
  return document.getElementById(field.getAttribute('aria-controls') ?? '');
}
