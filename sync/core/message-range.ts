/** Numbers of rows that have a window, both ends included. */
export interface MessageRange {
  readonly from: number;
  readonly to: number;
}

/** Which rows of a window are asked for: those below a number, from a number on, or around one of them. */
export type RangeRequest =
  | { readonly before: number }
  | { readonly from: number }
  | { readonly around: string };
