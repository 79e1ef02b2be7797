/** Panel beside a board; an open task comes before it. */
export type BoardPanel =
  | { readonly kind: 'add'; readonly card: string; readonly multi: boolean }
  | { readonly kind: 'tasks' }
  | { readonly kind: 'cards' }
  | { readonly kind: 'labels' };
