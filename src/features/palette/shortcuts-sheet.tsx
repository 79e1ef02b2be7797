import { CloseButton } from '@mantine/core';
import { useModal } from '../../ui/overlays/use-modal.ts';
import styles from './shortcuts-sheet.module.css';

const COMMAND = /mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

const GROUPS: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [`${COMMAND} K`], does: 'Search, go anywhere, do anything' },
      { keys: ['C'], does: 'New task' },
      { keys: [`${COMMAND} Z`], does: 'Undo what was just done' },
      { keys: ['?'], does: 'This sheet' },
      { keys: ['Esc'], does: 'Close what is open on top' },
      { keys: ['↑ ↓', 'Enter'], does: 'In the search: choose, open' },
      { keys: ['Tab', 'Shift Tab'], does: 'Next or previous control' },
    ],
  },
  {
    title: 'On a board',
    shortcuts: [
      { keys: ['↑ ↓', 'J K'], does: 'Next or previous task of the card' },
      { keys: ['← →'], does: 'Same place in the card beside' },
      { keys: ['Enter'], does: 'Open the task' },
      { keys: ['N'], does: 'Add a task to the card' },
      { keys: ['X', `${COMMAND} Click`], does: 'Select the task; again: not any more' },
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
      { keys: ['↑ ↓', 'J K'], does: 'In My Tasks and a board as a list: next or previous task' },
      { keys: ['← →'], does: 'On tabs: next or previous tab' },
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
    title: 'In Chat',
    shortcuts: [
      { keys: ['Enter'], does: 'Send the message' },
      { keys: ['Shift Enter'], does: 'New line' },
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
        <CloseButton aria-label="Close shortcuts" onClick={onClose} />
      </div>
      <div className={styles['groups']}>
        {GROUPS.map(({ title, shortcuts }) => (
          <section key={title} className={styles['group']}>
            <h3 className={styles['heading']}>{title}</h3>
            <dl className={styles['list']}>
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className={styles['row']}>
                  <dt>{does}</dt>
                  <dd>
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
