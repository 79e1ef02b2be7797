/** The views of a board besides its cards side by side. Apart from the views themselves: every address knows them. */
export const BOARD_VIEWS = ['list', 'calendar'] as const;
type BoardView = (typeof BOARD_VIEWS)[number];

/** How a board is looked at; it stands in the address. */
export interface ViewParameters {
  /** Undefined: the cards side by side. */
  readonly view?: BoardView | undefined;
  /** The column a list is sorted by; a `-` before it turns the order round. */
  readonly by?: string | undefined;
  /** The calendar's month, `YYYY-MM`; undefined: this one. */
  readonly month?: string | undefined;
}
