import { Button, CloseButton } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { i18n, type Message, message } from '../../i18n/i18n.ts';
import {
  changeKey,
  isAnyChanged,
  resetKeys,
  type ShortcutKey,
  useShortcutKeys,
} from '../../ui/keys/shortcut-keys.ts';
import { COMMAND } from '../../ui/keys/command.ts';
import { keyText } from '../../ui/keys/key-text.ts';
import { useModal } from '../../ui/overlays/use-modal.ts';
import styles from './shortcuts-sheet.module.css';

interface Shortcut {
  readonly keys: readonly string[];
  readonly does: Message;
  /** Shortcuts of one letter, which can be changed; shown before the keys. */
  readonly letters?: readonly ShortcutKey[];
}

const GROUPS: readonly { readonly title: Message; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: message('Everywhere'),
    shortcuts: [
      { keys: [`${COMMAND} K`], does: message('Search, go anywhere, do anything') },
      { letters: ['c'], keys: [], does: message('New task') },
      { keys: [`${COMMAND} Z`], does: message('Undo what was just done') },
      { keys: ['?'], does: message('This sheet') },
      { keys: ['Esc'], does: message('Close what is open on top') },
      { keys: ['↑ ↓', 'Enter'], does: message('In the search: choose, open') },
      { keys: ['Tab', 'Shift Tab'], does: message('Next or previous control') },
    ],
  },
  {
    title: message('On a task: focused, selected or open'),
    shortcuts: [
      { letters: ['a'], keys: [], does: message('Assignee') },
      { letters: ['o'], keys: [], does: message('Collaborators') },
      { letters: ['p'], keys: [], does: message('Priority') },
      { letters: ['d'], keys: [], does: message('Due date') },
      { letters: ['t'], keys: [], does: message('Start date') },
      { letters: ['l'], keys: [], does: message('Label') },
      { letters: ['s'], keys: [], does: message('Stage') },
      { letters: ['e'], keys: [], does: message('Name') },
      { keys: ['1 ... 9'], does: message('Choose the numbered option') },
      { keys: ['Space'], does: message('Tick one of several people') },
    ],
  },
  {
    title: message('On a board'),
    shortcuts: [
      { letters: ['j', 'k'], keys: ['↑ ↓'], does: message('Next or previous task of the card') },
      { keys: ['← →'], does: message('Same place in the card beside') },
      { keys: ['Enter'], does: message('Open the task') },
      { letters: ['n'], keys: [], does: message('Add a task to the card') },
      {
        letters: ['x'],
        keys: [`${COMMAND} Click`],
        does: message('Select the task, or deselect it'),
      },
      { keys: ['Shift ↑ ↓', 'Shift Click'], does: message('Select all up to there') },
      { keys: ['Alt ←', 'Alt →'], does: message('On the menu of a card: move the card') },
      { keys: ['Space'], does: message('Lift the task, and put it down again') },
      { keys: ['Arrows', 'Enter'], does: message('While it is lifted: move it, put it down') },
      { keys: ['Esc'], does: message('While it is lifted: back to where it was') },
      {
        keys: ['Arrows'],
        does: message('In the calendar: next task; lifted by Space: to another day'),
      },
    ],
  },
  {
    title: message('In lists'),
    shortcuts: [
      {
        letters: ['j', 'k'],
        keys: ['↑ ↓'],
        does: message('In My Tasks and a board as a list: next or previous task'),
      },
      { keys: ['← →'], does: message('On tabs: next or previous tab') },
    ],
  },
  {
    title: message('In Today'),
    shortcuts: [
      { letters: ['j', 'k'], keys: ['↑ ↓'], does: message('In Today: next or previous row') },
      { keys: ['Enter'], does: message('Open the task') },
      { keys: ['Space'], does: message('Tick the task') },
      { letters: ['z'], keys: [], does: message('Snooze the task') },
    ],
  },
  {
    title: message('In the notifications'),
    shortcuts: [
      {
        letters: ['j', 'k'],
        keys: ['↑ ↓'],
        does: message('In the notifications: next or previous one'),
      },
      { letters: ['e'], keys: [], does: message('Mark it as read, or as unread') },
    ],
  },
  {
    title: message('In a new task'),
    shortcuts: [
      { keys: ['Enter'], does: message('Add it and begin the next one') },
      { keys: ['@', '!', '#'], does: message('Assignee, priority, label') },
      { keys: [`${COMMAND} Enter`], does: message('Open all fields') },
      { keys: ['Shift Enter'], does: message('New line') },
    ],
  },
  {
    title: message('In a task'),
    shortcuts: [
      { keys: ['Alt ↑', 'Alt ↓'], does: message('On a subtask: move it') },
      { keys: [`${COMMAND} Enter`], does: message('Send the comment') },
      { keys: ['@'], does: message('Mention somebody of the team') },
    ],
  },
  {
    title: message('Text'),
    shortcuts: [
      { keys: [`${COMMAND} B`], does: message('Bold') },
      { keys: [`${COMMAND} I`], does: message('Italic') },
      { keys: [`${COMMAND} E`], does: message('Code') },
      { keys: [`${COMMAND} Shift K`], does: message('Link') },
      { keys: [`${COMMAND} Shift 7`], does: message('Numbered list') },
      { keys: [`${COMMAND} Shift 8`], does: message('Bulleted list') },
      { keys: [`${COMMAND} Shift 9`], does: message('Checklist') },
      { keys: ['Enter'], does: message('In a list: next item; in an empty item: end of the list') },
      { keys: ['Tab', 'Shift Tab'], does: message('In a list: nest the item, or move it out') },
    ],
  },
  {
    title: message('In Chat'),
    shortcuts: [
      { keys: ['Enter'], does: message('Send the message') },
      { keys: ['Shift Enter'], does: message('New line, or next item of a list') },
    ],
  },
  {
    title: message('In Todo'),
    shortcuts: [
      { keys: ['Enter'], does: message('Add the task, save a name') },
      { keys: ['Enter', 'Double click'], does: message('On a name: rename it') },
      { keys: ['↑ ↓'], does: message('On a handle: move it within its day') },
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
          {i18n.t('Keyboard shortcuts')}
        </h2>
        {isAnyChanged() && (
          <Button size="compact-xs" variant="subtle" onClick={resetKeys}>
            {i18n.t('Reset keys')}
          </Button>
        )}
        <CloseButton aria-label={i18n.t('Close shortcuts')} onClick={onClose} />
      </div>
      <p className={styles['hint']}>
        {i18n.t('Click a letter to put its shortcut on another key.')}
      </p>
      <div className={styles['groups']}>
        {GROUPS.map(({ title, shortcuts }) => (
          <section key={title.id} className={styles['group']}>
            <h3 className={styles['heading']}>{i18n.t(title)}</h3>
            <dl className={styles['list']}>
              {shortcuts.map(({ letters = [], keys, does }) => (
                <div key={does.id} className={styles['row']}>
                  <dt>{i18n.t(does)}</dt>
                  <dd>
                    {letters.map((letter) => (
                      <KeyButton key={letter} letter={letter} does={i18n.t(does)} />
                    ))}
                    {keys.map((key) => (
                      <kbd key={key} className={styles['key']}>
                        {keyText(key)}
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
      aria-label={
        isAsking
          ? i18n.t('Press the new key for {does}', { does })
          : i18n.t('{key}: change the key for {does}', { key, does })
      }
      onClick={() => setAsking(true)}
      onBlur={() => setAsking(false)}
      onKeyDown={onKeyDown}
    >
      {isAsking ? i18n.t('Press a key') : key}
    </button>
  );
}
