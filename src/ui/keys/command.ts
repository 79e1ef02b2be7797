/** Modifier of shortcuts as the person's keyboard names it. */
export const COMMAND = /mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';
