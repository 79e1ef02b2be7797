import type { Failure } from '../core/ports/transport.ts';

/** CLIENT-5: removing more than this number of rows and more than this share of a scope needs the server's check. */
export const ROWS_UNASKED = 50;
const PART = 0.25;

/** `failed`: the check could not be made, or did not decide. */
export type Agreement =
  | { readonly kind: 'agreed' }
  | { readonly kind: 'disagreed' }
  | { readonly kind: 'failed'; readonly failure: Failure };

export const AGREED: Agreement = { kind: 'agreed' };

export function isUnusual(removed: number, all: number): boolean {
  return removed > ROWS_UNASKED && removed > all * PART;
}
