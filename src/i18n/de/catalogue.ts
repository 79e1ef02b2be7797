import type { Messages } from '@lingui/core';

/** German: the catalogues of all features, compiled by scripts/catalogue-plugin.ts. */
const parts = import.meta.glob<{ readonly messages: Messages }>('./*.po', { eager: true });

export const messages: Messages = Object.assign(
  {},
  ...Object.values(parts).map((part) => part.messages),
);
