import { CloseButton } from '@mantine/core';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { i18n } from '../../i18n/i18n.ts';
import type { TypedAhead } from '../../ui/focus/typed-ahead.ts';
import { useModal } from '../../ui/overlays/use-modal.ts';
import { type PickerGroup, type PickerOption, stepTo } from './picker-options.ts';
import classes from './task-picker.module.css';

interface Props {
  /** Property and tasks, e.g. `Priority of Fix the roof`. */
  readonly title: string;
  readonly placeholder: string;
  /** Options for the typed text, best first; groups without a title have no heading. */
  readonly groupsFor: (text: string) => readonly PickerGroup[];
  /** False while the options are read: Enter is applied as soon as they are there. */
  readonly isRead: boolean;
  /** Text when nothing fits. */
  readonly empty: string;
  /** False where a typed digit is part of a value. */
  readonly hasDigits?: boolean;
  readonly deliverTyped: TypedAhead['deliver'];
  readonly onClose: () => void;
  /** Shown below the options. */
  readonly children?: ReactNode;
}

const DIGITS = 9;

/** List to choose from by typing, by arrow keys, or by the digit beside an option. */
export function PickerDialog(props: Props) {
  const { title, placeholder, groupsFor, empty, hasDigits = true, onClose, children } = props;
  const { deliverTyped, isRead } = props;
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<{ readonly text: string; readonly id: string }>();
  const [isEntered, setEntered] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const titleId = useId();
  const dialog = useModal(onClose);
  const groups = groupsFor(text.trim()).filter(({ options }) => options.length > 0);
  const options = groups.flatMap((group) => group.options);
  const chosen =
    (picked?.text === text ? options.find(({ id }) => id === picked.id) : undefined) ?? options[0];
  const shownDigits = hasDigits && text === '';
  const run = (option: PickerOption | undefined) => {
    if (option === undefined) return;
    onClose();
    option.run();
  };
  const optionId = (id: string) => `${listId}${id}`;
  useLayoutEffect(() => {
    // A modal dialog focuses its first control, the close button.
    input.current?.focus();
    deliverTyped((typed, isEnd) => {
      setText((before) => before + typed);
      setEntered(isEnd);
    });
  }, [deliverTyped]);
  const enter = useRef<() => void>(undefined);
  useEffect(() => {
    enter.current = () => run(chosen);
  });
  useEffect(() => {
    if (isEntered && isRead) enter.current?.();
  }, [isEntered, isRead]);
  useEffect(() => {
    if (chosen === undefined) return;
    document
      .querySelector(`#${CSS.escape(`${listId}${chosen.id}`)}`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [chosen, listId]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepTo(event.key, options, chosen);
    const digit =
      shownDigits && /^[1-9]$/.test(event.key) ? options[Number(event.key) - 1] : undefined;
    if (next !== undefined) setPicked({ text, id: next.id });
    else if (digit !== undefined) run(digit);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (isRead) run(chosen);
      else setEntered(true);
    } else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} data-own-escape className={classes['picker']} aria-labelledby={titleId}>
      <div className={classes['head']}>
        <h2 id={titleId} className={classes['title']}>
          {title}
        </h2>
        <CloseButton size="sm" aria-label={i18n.t('Close')} onClick={onClose} />
      </div>
      <input
        ref={input}
        className={classes['input']}
        type="text"
        role="combobox"
        aria-label={placeholder}
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen === undefined ? undefined : optionId(chosen.id)}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          // Enter was meant for the text before.
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- listbox of a combobox */}
      <div id={listId} className={classes['list']} role="listbox" aria-label={i18n.t('Choices')}>
        {groups.map((group) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- option groups have no element
          <div key={group.title} role="group" aria-label={group.title}>
            {groups.length > 1 && (
              <div className={classes['heading']} aria-hidden="true">
                {group.title}
              </div>
            )}
            {group.options.map((option) => (
              <Option
                key={option.id}
                option={option}
                id={optionId(option.id)}
                isActive={option === chosen}
                digit={shownDigits ? digitOf(options.indexOf(option)) : undefined}
                onPoint={() => setPicked({ text, id: option.id })}
                onRun={() => run(option)}
              />
            ))}
          </div>
        ))}
      </div>
      {isRead && options.length === 0 && <output className={classes['empty']}>{empty}</output>}
      {children}
    </dialog>
  );
}

function digitOf(index: number): string | undefined {
  return index < DIGITS ? String(index + 1) : undefined;
}

interface OptionProps {
  readonly option: PickerOption;
  readonly id: string;
  readonly isActive: boolean;
  readonly digit: string | undefined;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

function Option({ option, id, isActive, digit, onPoint, onRun }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field handles keys
    <div
      id={id}
      className={classes['option']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- option of a listbox
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <span className={classes['icon']} aria-hidden="true">
        {option.icon}
      </span>
      <span className={classes['name']}>{option.name}</span>
      {option.hint !== undefined && <span className={classes['hint']}>{option.hint}</span>}
      {option.isCurrent === true && <span className={classes['hint']}>{i18n.t('current')}</span>}
      {digit !== undefined && (
        <kbd className={classes['key']} aria-hidden="true">
          {digit}
        </kbd>
      )}
    </div>
  );
}
