import type { ReactNode } from 'react';
import { plain } from '../../ui/text/plain.ts';

/** Something the palette can do: go somewhere, open a form, change a setting. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly section: 'Go to' | 'Do' | 'This task' | 'Organisations' | 'Appearance';
  /** Other words people may type for it. */
  readonly keywords?: string;
  readonly icon: ReactNode;
  /** As written on the keys, e.g. `?`. */
  readonly keys?: string;
  /** One of many of its kind: shown when its words are typed, not in the list of what can be done. */
  readonly isDeep?: boolean;
  readonly run: () => void;
}

/** The commands whose words begin with every word of the text; all for an empty one. */
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
