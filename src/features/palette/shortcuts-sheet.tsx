import { Button, CloseButton } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import {
  changeKey,
  isAnyChanged,
  resetKeys,
  type ShortcutKey,
  useShortcutKeys,
} from '../../ui/keys/shortcut-keys.ts';
import { COMMAND } from '../../ui/keys/command.ts';
import { useModal } from '../../ui/overlays/use-modal.ts';
import styles from './shortcuts-sheet.module.css';

interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
  /** Shortcuts of one letter, which can be changed; shown before the keys. */
  readonly letters?: readonly ShortcutKey[];
}

const GROUPS: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [`${COMMAND} K`], does: 'Search, go anywhere, do anything' },
      { letters: ['c'], keys: [], does: 'New task' },
      { keys: [`${COMMAND} Z`], does: 'Undo what was just done' },
      { keys: ['?'], does: 'This sheet' },
      { keys: ['Esc'], does: 'Close what is open on top' },
      { keys: ['↑ ↓', 'Enter'], does: 'In the search: choose, open' },
      { keys: ['Tab', 'Shift Tab'], does: 'Next or previous control' },
    ],
  },
  {
    title: 'On a task: focused, selected or open',
    shortcuts: [
      { letters: ['a'], keys: [], does: 'Assignee' },
      { letters: ['o'], keys: [], does: 'Collaborators' },
      { letters: ['p'], keys: [], does: 'Priority' },
      { letters: ['d'], keys: [], does: 'Due date' },
      { letters: ['t'], keys: [], does: 'Start date' },
      { letters: ['l'], keys: [], does: 'Label' },
      { letters: ['s'], keys: [], does: 'Stage' },
      { letters: ['e'], keys: [], does: 'Name' },
      { keys: ['1 ... 9'], does: 'Choose the numbered option' },
    ],
  },
  {
    title: 'On a board',
    shortcuts: [
      { letters: ['j', 'k'], keys: ['↑ ↓'], does: 'Next or previous task of the card' },
      { keys: ['← →'], does: 'Same place in the card beside' },
      { keys: ['Enter'], does: 'Open the task' },
      { letters: ['n'], keys: [], does: 'Add a task to the card' },
      { letters: ['x'], keys: [`${COMMAND} Click`], does: 'Select the task, or deselect it' },
      { keys: ['Shift ↑ ↓', 'Shift Click'], does: 'Select all up to there' },
      { keys: ['Alt ←', 'Alt →'], does: 'On the menu of a card: move the card' },
      { keys: ['Space'], does: 'Lift the task, and put it down again' },
      { keys: ['Arrows', 'Enter'], does: 'While it is lifted: move it, put it down' },
      { keys: ['Esc'], does: 'While it is lifted: back to where it was' },
      { keys: ['Arrows'], does: 'In the calendar: next task; lifted by Space: to another day' },
    ],
  },
  {
    title: 'In lists',
    shortcuts: [
      {
        letters: ['j', 'k'],
        keys: ['↑ ↓'],
        does: 'In My Tasks and a board as a list: next or previous task',
      },
      { keys: ['← →'], does: 'On tabs: next or previous tab' },
    ],
  },
  {
    title: 'In Today',
    shortcuts: [
      { letters: ['j', 'k'], keys: ['↑ ↓'], does: 'In Today: next or previous row' },
      { keys: ['Enter'], does: 'Open the task' },
      { keys: ['Space'], does: 'Tick the task' },
      { letters: ['z'], keys: [], does: 'Snooze the task' },
    ],
  },
  {
    title: 'In the notifications',
    shortcuts: [
      { letters: ['j', 'k'], keys: ['↑ ↓'], does: 'In the notifications: next or previous one' },
      { letters: ['e'], keys: [], does: 'Mark it as read, or as unread' },
    ],
  },
  {
    title: 'In a new task',
    shortcuts: [
      { keys: ['Enter'], does: 'Add it and begin the next one' },
      { keys: ['@', '!', '#'], does: 'Assignee, priority, label' },
      { keys: [`${COMMAND} Enter`], does: 'Open all fields' },
      { keys: ['Shift Enter'], does: 'New line' },
    ],
  },
  {
    title: 'In a task',
    shortcuts: [
      { keys: ['Alt ↑', 'Alt ↓'], does: 'On a subtask: move it' },
      { keys: [`${COMMAND} Enter`], does: 'Send the comment' },
      { keys: ['@'], does: 'Mention somebody of the team' },
    ],
  },
  {
    title: 'Text',
    shortcuts: [
      { keys: [`${COMMAND} B`], does: 'Bold' },
      { keys: [`${COMMAND} I`], does: 'Italic' },
      { keys: [`${COMMAND} E`], does: 'Code' },
      { keys: [`${COMMAND} Shift K`], does: 'Link' },
      { keys: [`${COMMAND} Shift 7`], does: 'Numbered list' },
      { keys: [`${COMMAND} Shift 8`], does: 'Bulleted list' },
      { keys: [`${COMMAND} Shift 9`], does: 'Checklist' },
      { keys: ['Enter'], does: 'In a list: next item; in an empty item: end of the list' },
      { keys: ['Tab', 'Shift Tab'], does: 'In a list: nest the item, or move it out' },
    ],
  },
  {
    title: 'In Chat',
    shortcuts: [
      { keys: ['Enter'], does: 'Send the message' },
      { keys: ['Shift Enter'], does: 'New line, or next item of a list' },
    ],
  },
  {
    title: 'In Todo',
    shortcuts: [
      { keys: ['Enter'], does: 'Add the task, save a name' },
      { keys: ['Enter', 'Double click'], does: 'On a name: rename it' },
      { keys: ['↑ ↓'], does: 'On a handle: move it within its day' },
    ],
  },
];

/** List of all keyboard shortcuts. */
export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  const dialog = useModal(onClose);
  useShortcutKeys();
  return (
    <dialog
      ref={dialog}
      data-own-escape
      className={styles['sheet']}
      aria-labelledby="shortcuts-title"
    >
      <div className={styles['head']}>
        <h2 id="shortcuts-title" className={styles['title']}>
          Keyboard shortcuts
        </h2>
        {isAnyChanged() && (
          <Button size="compact-xs" variant="subtle" onClick={resetKeys}>
            Reset keys
          </Button>
        )}
        <CloseButton aria-label="Close shortcuts" onClick={onClose} />
      </div>
      <p className={styles['hint']}>Click a letter to put its shortcut on another key.</p>
      <div className={styles['groups']}>
        {GROUPS.map(({ title, shortcuts }) => (
          <section key={title} className={styles['group']}>
            <h3 className={styles['heading']}>{title}</h3>
            <dl className={styles['list']}>
              {shortcuts.map(({ letters = [], keys, does }) => (
                <div key={does} className={styles['row']}>
                  <dt>{does}</dt>
                  <dd>
                    {letters.map((letter) => (
                      <KeyButton key={letter} letter={letter} does={does} />
                    ))}
                    {keys.map((key) => (
                      <kbd key={key} className={styles['key']}>
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}

interface KeyButtonProps {
  readonly letter: ShortcutKey;
  readonly does: string;
}

/** Key of a shortcut; after a click the next letter that is pressed becomes its key. */
function KeyButton({ letter, does }: KeyButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const key = useShortcutKeys()(letter).toUpperCase();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isAsking || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    changeKey(letter, event.nativeEvent);
    setAsking(false);
  };
  return (
    <button
      type="button"
      className={styles['key']}
      data-own-escape={isAsking || undefined}
      data-asking={isAsking || undefined}
      aria-label={isAsking ? `Press the new key for ${does}` : `${key}: change the key for ${does}`}
      onClick={() => setAsking(true)}
      onBlur={() => setAsking(false)}
      onKeyDown={onKeyDown}
    >
      {isAsking ? 'Press a key' : key}
    </button>
  );
}
