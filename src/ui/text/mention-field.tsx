import { Textarea, type TextareaProps } from '@mantine/core';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import classes from './mention-field.module.css';

/** Person who can be mentioned. */
interface Mentionable {
  readonly id: string;
  readonly name: string;
}

interface Props extends Omit<TextareaProps, 'value' | 'onChange' | 'onKeyDown' | 'ref'> {
  readonly value: string;
  readonly people: readonly Mentionable[];
  readonly onChange: (text: string) => void;
  /** Ctrl/Cmd+Enter; with `enterSends` Enter alone, and Shift+Enter is a line break. */
  readonly onSend: () => void;
  readonly enterSends?: boolean;
}

const SHOWN = 6;

/** Text field that suggests people after `@` and the beginning of a name. */
export function MentionField(props: Props) {
  const { value, people, onChange, onSend, enterSends = false, ...rest } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(0);
  const listId = useId();
  const started = caret === undefined ? undefined : mentionAt(value, caret);
  const found =
    started === undefined
      ? []
      : people.filter(({ name }) => startsWord(name, started.words)).slice(0, SHOWN);
  const isOpen = found.length > 0;
  const chosen = Math.min(active, found.length - 1);
  const insert = (person: Mentionable | undefined) => {
    if (started === undefined || caret === undefined || person === undefined) return;
    if (rest.readOnly === true) return;
    const before = `${value.slice(0, started.from)}@${person.name} `;
    onChange(before + value.slice(caret));
    setCaret(undefined);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(before.length, before.length);
    });
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (!isOpen) {
      const isEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
      if (!enterSends || !isEnter) return;
      event.preventDefault();
      onSend();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((chosen + step + found.length) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') insert(found[chosen]);
    else if (event.key === 'Escape') setCaret(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const follow = () => {
    setCaret(input.current?.selectionEnd ?? undefined);
    setActive(0);
  };
  return (
    <div className={classes.mention} data-own-escape={isOpen || undefined}>
      {isOpen && (
        // Listbox of a combobox: HTML has no element for it (ARIA practices).
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div id={listId} role="listbox" aria-label="Mention" className={classes.mentionList}>
          {found.map((person, index) => (
            // The focus stays in the field, which handles the keys; this handles the pointer.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={person.id}
              id={`${listId}-${index}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              aria-selected={index === chosen}
              className={classes.mentionItem}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(person)}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
      <Textarea
        {...rest}
        ref={input}
        value={value}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${chosen}` : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          follow();
        }}
        onKeyDown={key}
        onKeyUp={(event) => {
          if (event.key.startsWith('Arrow') && !isOpen) follow();
        }}
        onBlur={() => setCaret(undefined)}
      />
    </div>
  );
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
