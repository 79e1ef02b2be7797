import type { ReactNode } from 'react';
import { matchesQuery } from '../../ui/text/match-query.ts';

/** Command of the palette: navigate, open a form or change a setting. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly section: 'Go to' | 'Do' | 'This task' | 'Organisations' | 'Appearance';
  /** Additional search terms. */
  readonly keywords?: string;
  readonly icon: ReactNode;
  /** Keyboard shortcut as shown, e.g. `?`. */
  readonly keys?: string;
  /** True for one of many commands of a kind: found by search, but not listed while the field is empty. */
  readonly isDeep?: boolean;
  readonly run: () => void;
}

/** Commands that a text finds by title or keywords; all that are not deep for an empty text. */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  if (text.trim() === '') return commands.filter(({ isDeep }) => isDeep !== true);
  return commands.filter(({ title, keywords = '' }) => matchesQuery(`${title} ${keywords}`, text));
}
