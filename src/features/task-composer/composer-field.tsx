import { i18n, type Message, message } from '../../i18n/i18n.ts';
import { FlagMark } from '../../ui/marks/flag-mark.tsx';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { useOfferedFlags } from '../../data/flags.ts';
import { plain } from '../../ui/text/plain.ts';
import {
  SuggestingField,
  type Suggestion,
  type Suggestions,
} from '../../ui/text/suggesting-field.tsx';
import { type Mark, matchesOf, type OpenToken, tokenAt } from './parse-line.ts';
import type { Composer } from './use-composer.ts';
import classes from './task-composer.module.css';

interface Props {
  readonly composer: Composer;
  readonly project: string | undefined;
  readonly label: string;
  readonly placeholder: string;
  readonly side: 'above' | 'below';
  readonly isInvalid: boolean;
  readonly onSend: () => void;
}

/** Shows the tokens that a name may have. */
export const PLACEHOLDER = message('Fix the roof @name !high fri');

const SHOWN = 7;
const LISTS: Readonly<Record<Mark, Message>> = {
  '@': message('People'),
  '!': message('Priorities'),
  '#': message('Labels'),
};

/** Text of a task with suggestions after `@`, `!` and `#`. Enter sends, Shift+Enter begins a line. */
export function ComposerField(props: Props) {
  const { composer, project, side } = props;
  const suggest = useSuggestions(composer, project);
  return (
    <SuggestingField
      aria-label={props.label}
      placeholder={props.placeholder}
      aria-invalid={props.isInvalid || undefined}
      data-autofocus
      variant="unstyled"
      autosize
      minRows={1}
      maxRows={8}
      enterSends
      side={side}
      classNames={{ input: classes['text'] }}
      value={composer.text}
      suggest={suggest}
      onChange={composer.setText}
      onSend={props.onSend}
    />
  );
}

/** Focuses the text of a composer, with the caret at its end. */
export function focusText(within: HTMLElement | null): void {
  const field = within?.querySelector('textarea');
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

function useSuggestions({ choices, addLabel }: Composer, project: string | undefined) {
  const flags = useOfferedFlags();
  const icons: Readonly<Record<Mark, (id: string, name: string) => Suggestion['icon']>> = {
    '@': (_, name) => <PersonAvatar name={name} size={18} tooltip={false} />,
    '!': (id, name) => (
      <FlagMark name={name} colour={flags.find((flag) => flag.id === id)?.colour_code ?? ''} />
    ),
    '#': () => undefined,
  };
  const newLabel = ({ mark, query }: OpenToken): readonly Suggestion[] => {
    const name = query.trim();
    const isKnown = choices['#'].some((label) => plain(label.name) === plain(name));
    if (mark !== '#' || name === '' || isKnown || project === undefined) return [];
    const accept = async () => await addLabel(name);
    return [
      { id: 'new', name: i18n.t('Add label “{name}”', { name }), insert: `#${name}`, accept },
    ];
  };
  return (text: string, caret: number): Suggestions | undefined => {
    const open = tokenAt(text, caret);
    if (open === undefined) return undefined;
    const { mark, from, query } = open;
    const found = matchesOf(query, choices[mark])
      .slice(0, SHOWN)
      .map(({ id, name }) => ({
        id,
        name,
        icon: icons[mark](id, name),
        insert: `${mark}${name}`,
      }));
    return { from, label: i18n.t(LISTS[mark]), items: [...found, ...newLabel(open)] };
  };
}
