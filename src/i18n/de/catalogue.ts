import type { Messages } from '@lingui/core';

/** German: the catalogues of all features, compiled by scripts/catalogue-plugin.ts. */
const parts = import.meta.glob<Messages>('./*.po', { eager: true, import: 'messages' });

export const messages: Messages = Object.fromEntries(Object.values(parts).flatMap(Object.entries));
