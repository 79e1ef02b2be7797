/** Views of a board besides the columns. In a file of its own because every address is parsed with them. */
export const BOARD_VIEWS = ['list', 'calendar'] as const;
type BoardView = (typeof BOARD_VIEWS)[number];

/** View parameters of a board, stored in the address. */
export interface ViewParameters {
  /** Undefined: columns. */
  readonly view?: BoardView | undefined;
  /** Column that a list is sorted by; a leading `-` reverses the order. */
  readonly by?: string | undefined;
  /** Month of the calendar, `YYYY-MM`; undefined is the current one. */
  readonly month?: string | undefined;
}
