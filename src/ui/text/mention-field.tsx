import type { ComponentProps } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { SuggestingField, type Suggestions } from './suggesting-field.tsx';

/** Person who can be mentioned. */
interface Mentionable {
  readonly id: string;
  readonly name: string;
}

interface Props extends Omit<ComponentProps<typeof SuggestingField>, 'suggest'> {
  readonly people: readonly Mentionable[];
}

const SHOWN = 6;

/** Text field that suggests people after `@` and the beginning of a name. */
export function MentionField({ people, ...rest }: Props) {
  return <SuggestingField {...rest} suggest={(text, caret) => suggested(text, caret, people)} />;
}

function suggested(
  text: string,
  caret: number,
  people: readonly Mentionable[],
): Suggestions | undefined {
  const started = mentionAt(text, caret);
  if (started === undefined) return undefined;
  const items = people
    .filter(({ name }) => startsWord(name, started.words))
    .slice(0, SHOWN)
    .map(({ id, name }) => ({ id, name, insert: `@${name}` }));
  return { from: started.from, label: i18n.t('Mention'), items };
}

/** The `@` word at the caret: preceded by a space or the start, at most two words long. */
function mentionAt(
  text: string,
  caret: number,
): { readonly from: number; readonly words: string } | undefined {
  const from = text.lastIndexOf('@', caret - 1);
  if (from === -1 || (from > 0 && !/\s|\(/.test(text.charAt(from - 1)))) return undefined;
  const query = text.slice(from + 1, caret);
  return query.length <= 40 && /^[^\n@]*$/.test(query) && query.split(' ').length <= 3
    ? { from, words: query }
    : undefined;
}

/** True when the name or one of its words begins with the query. A full name followed by a space is complete. */
function startsWord(name: string, query: string): boolean {
  const [all, start] = [name.toLocaleLowerCase(), query.toLocaleLowerCase()];
  if (all.startsWith(start)) return true;
  return all.split(' ').some((word) => start !== '' && word.startsWith(start));
}
