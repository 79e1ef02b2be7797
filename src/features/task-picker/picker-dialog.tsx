import { Button, CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import type { TypedAhead } from '../../ui/focus/typed-ahead.ts';
import { useModal } from '../../ui/overlays/use-modal.ts';
import { PickerOptionRow } from './picker-option-row.tsx';
import type { PickerGroup } from './picker-options.ts';
import classes from './task-picker.module.css';
import { usePicker } from './use-picker.ts';

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

/**
 * List to choose from by typing, by arrow keys, or by the digit beside an option. Where several options can hold, Space
 * (Ctrl+Enter after typed text) and a click on the box tick one, and the dialog stays open; from the first tick on,
 * a click and a digit tick as well, and Enter closes.
 */
export function PickerDialog(props: Props) {
  const { title, placeholder, groupsFor, empty, hasDigits = true, onClose, children } = props;
  const { deliverTyped, isRead } = props;
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const titleId = useId();
  const dialog = useModal(onClose);
  const picker = usePicker({ input, groupsFor, isRead, hasDigits, deliverTyped, onClose });
  const { text, groups, options, active, hasTicks } = picker;
  const optionId = (id: string) => `${listId}${id}`;
  useEffect(() => {
    if (active === undefined) return;
    document
      .querySelector(`#${CSS.escape(`${listId}${active.id}`)}`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);
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
        aria-activedescendant={active === undefined ? undefined : optionId(active.id)}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => picker.type(event.currentTarget.value)}
        onKeyDown={picker.onKeyDown}
      />
      <div
        id={listId}
        className={classes['list']}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- listbox of a combobox
        role="listbox"
        aria-label={i18n.t('Choices')}
        aria-multiselectable={hasTicks}
      >
        {groups.map((group) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- option groups have no element
          <div key={group.title} role="group" aria-label={group.title}>
            {groups.length > 1 && (
              <div className={classes['heading']} aria-hidden="true">
                {group.title}
              </div>
            )}
            {group.options.map((option) => (
              <PickerOptionRow
                key={option.id}
                option={option}
                id={optionId(option.id)}
                isActive={option === active}
                digit={picker.shownDigits ? digitOf(options.indexOf(option)) : undefined}
                onPoint={() => picker.point(option)}
                onRun={() => picker.choose(option)}
                onTick={() => picker.toggle(option)}
              />
            ))}
          </div>
        ))}
      </div>
      {isRead && options.length === 0 && <output className={classes['empty']}>{empty}</output>}
      {hasTicks && <TickFoot hasText={text !== ''} isTicking={picker.isTicking} onDone={onClose} />}
      {children}
    </dialog>
  );
}

interface TickFootProps {
  readonly hasText: boolean;
  readonly isTicking: boolean;
  readonly onDone: () => void;
}

/** How several options are ticked, and the way out after that. */
function TickFoot({ hasText, isTicking, onDone }: TickFootProps) {
  return (
    <div className={classes['foot']} data-only-keys={!isTicking}>
      <span className={classes['grow']}>
        {hasText
          ? i18n.t('Ctrl+Enter or the box: choose several')
          : i18n.t('Space or the box: choose several')}
      </span>
      {isTicking && (
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {i18n.t('OK')}
        </Button>
      )}
    </div>
  );
}

function digitOf(index: number): string | undefined {
  return index < DIGITS ? String(index + 1) : undefined;
}
