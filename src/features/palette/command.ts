import type { ReactNode } from 'react';
import { plain } from '../../ui/text/plain.ts';

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

/** Commands that have, for each word of the text, a word that begins with it; all commands for an empty text. */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const query = plain(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return commands.filter((command) => {
    if (query.length === 0) return command.isDeep !== true;
    const own = plain(`${command.title} ${command.keywords ?? ''}`).split(/\s+/);
    return query.every((word) => own.some((one) => one.startsWith(word)));
  });
}
