/**
 * From a row that goes, to the one after it, else to `last`. Called while it is in the page still: afterwards nobody
 * knows where the focus was. A row that goes at the same time passes it on in its turn.
 */
export function passFocus(
  row: Element,
  { rows, last }: { readonly rows: Iterable<Element>; readonly last: HTMLElement | null },
): void {
  const all = [...rows];
  const next = all[all.indexOf(row) + 1];
  (next?.querySelector('button') ?? last)?.focus();
}
