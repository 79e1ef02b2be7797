import { Textarea, type TextareaProps } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import classes from './suggesting-field.module.css';
import { TextToolbar } from './text-toolbar.tsx';
import { useTextTools, writeEdit } from './use-text-tools.ts';

export interface Suggestion {
  readonly id: string;
  readonly name: string;
  /** Shown before the name. */
  readonly icon?: ReactNode;
  /** Text that replaces the typed one, without a space after it. */
  readonly insert: string;
  /** Runs when the suggestion is chosen, before the text is replaced; false leaves the text as it is. */
  readonly accept?: () => Promise<boolean>;
}

/** Suggestions for the text between `from` and the caret. */
export interface Suggestions {
  readonly from: number;
  /** Name of the list for screen readers. */
  readonly label: string;
  readonly items: readonly Suggestion[];
}

interface Props extends Omit<
  TextareaProps,
  'value' | 'onChange' | 'onKeyDown' | 'ref' | 'inputContainer'
> {
  readonly value: string;
  /** Undefined or without items: no list. */
  readonly suggest: (text: string, caret: number) => Suggestions | undefined;
  readonly onChange: (text: string) => void;
  /** Ctrl/Cmd+Enter; with `enterSends` Enter alone, and Shift+Enter is a line break. */
  readonly onSend: () => void;
  readonly enterSends?: boolean;
  /**
   * Tools for Markdown above the field: always, or on a phone from its first focus on. They stay then: what moves when
   * the field loses the focus by a press of the mouse is missed by the click.
   */
  readonly tools?: 'always' | 'from-focus';
  readonly side?: 'above' | 'below';
}

/** Text field with a list of suggestions for the text at the caret. */
export function SuggestingField(props: Props) {
  const { value, suggest, onChange, onSend, enterSends = false, side = 'above', ...more } = props;
  const { tools, ...rest } = more;
  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(0);
  const listId = useId();
  const open = caret === undefined ? undefined : suggest(value, caret);
  const items = open?.items ?? [];
  const isOpen = items.length > 0;
  const chosen = Math.min(active, items.length - 1);
  const isAccepting = useRef(false);
  const textTools = useTextTools(input);
  const [isUsed, setUsed] = useState(false);
  const take = async (item: Suggestion | undefined) => {
    if (open === undefined || caret === undefined || item === undefined) return;
    // Enter twice accepts once.
    if (rest.readOnly === true || isAccepting.current) return;
    isAccepting.current = true;
    const isAccepted = await (item.accept?.() ?? true);
    isAccepting.current = false;
    if (!isAccepted) return;
    if (input.current === null) return;
    const insert = `${item.insert} `;
    const end = open.from + insert.length;
    writeEdit(input.current, { from: open.from, to: caret, insert, start: end, end });
    setCaret(undefined);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (!isOpen) {
      const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
      if (enterSends && isEnter && !event.shiftKey) {
        event.preventDefault();
        onSend();
      } else if (enterSends && isEnter) {
        if (tools !== undefined && textTools.breakLine()) event.preventDefault();
      } else if (tools !== undefined) {
        textTools.press(event);
      }
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((chosen + step + items.length) % items.length);
    else if (event.key === 'Enter' || event.key === 'Tab') void take(items[chosen]);
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
    <div className={classes.field} data-own-escape={isOpen || undefined}>
      {isOpen && (
        // Listbox of a combobox: HTML has no element for it (ARIA practices).
        <div
          id={listId}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="listbox"
          aria-label={open?.label}
          className={classes.list}
          data-side={side}
        >
          {items.map((item, index) => (
            // The focus stays in the field, which handles the keys; this handles the pointer.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={item.id}
              id={`${listId}-${index}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              aria-selected={index === chosen}
              className={classes.item}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void take(item)}
            >
              {item.icon}
              {item.name}
            </div>
          ))}
        </div>
      )}
      <Textarea
        {...rest}
        ref={input}
        value={value}
        inputContainer={(children) =>
          tools === undefined ? (
            children
          ) : (
            <div onFocus={() => setUsed(true)}>
              <TextToolbar
                tools={textTools}
                field={input}
                isHiddenOnPhone={tools === 'from-focus' && !isUsed}
              />
              {children}
            </div>
          )
        }
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
