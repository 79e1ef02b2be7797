/** Props of a Tabler icon: 18 px, stroke 1.5 (look.md). */
export const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
/** Props of a Tabler icon beside text of 12 or 13 px. */
export const SMALL_ICON = { size: 15, stroke: 1.6, 'aria-hidden': true } as const;
