/** Icons: 18 px, 1.5 stroke (look.md). Spread into a Tabler icon. */
export const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
/** The same beside 12 and 13 px text. */
export const SMALL_ICON = { size: 15, stroke: 1.6, 'aria-hidden': true } as const;
