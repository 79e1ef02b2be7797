import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { OutboxItem } from '../../data/outbox.ts';
import type { SyncStatus } from '../../data/sync-status.ts';
import { i18n, message, translated } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { EntryText } from './entry-text.tsx';
import styles from './outbox-panel.module.css';
import { waitingMessage } from './sync-messages.ts';
import { SaveFiles } from './save-files.tsx';
import { useEntryActions } from './use-entry-actions.ts';
import { useEntryFocus } from './use-entry-focus.ts';

const LOSES = message(
  'The change is undone on this device and never sent, and its text is deleted. Changes that build on it will need your attention.',
);

/** Pending change; expanded, it shows the reason why it waits and the available actions. */
export function WaitingEntry({
  item,
  text,
  status,
}: {
  readonly item: OutboxItem;
  /** State of the change as text. */
  readonly text: string;
  readonly status: SyncStatus | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const entry = useRef<HTMLLIElement>(null);
  const { isDecided, discard, copy } = useEntryActions(item, i18n.t(LOSES));
  useEntryFocus({ entry, id: item.id, isDecided });
  return (
    <li ref={entry} className={styles['entry']} data-change={item.id} tabIndex={-1}>
      <button
        type="button"
        className={styles['opener']}
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight {...ICON} size={14} className={styles['chevron']} />
        <EntryText item={item} />
        <span className={styles['state']}>{text}</span>
      </button>
      <div id={details} className={styles['details']} hidden={!isOpen}>
        <p className={styles['reason']}>
          {item.reason === undefined ? waitingMessage(item.state, status) : translated(item.reason)}
        </p>
        {item.ownText === '' ? null : <pre className={styles['own']}>{item.ownText}</pre>}
        <div className={styles['actions']}>
          {item.ownText === '' ? null : (
            <Button size="compact-sm" variant="default" onClick={() => void copy()}>
              {i18n.t('Copy my text')}
            </Button>
          )}
          <SaveFiles files={item.files} />
          {item.mayDiscard ? (
            <Button size="compact-sm" variant="default" onClick={() => void discard()}>
              {i18n.t('Discard')}
            </Button>
          ) : null}
        </div>
        {item.mayDiscard ? null : (
          <p className={styles['note']}>
            {i18n.t(
              'The server may have it already, so it cannot be discarded here. What you did can be changed back on its screen.',
            )}
          </p>
        )}
      </div>
    </li>
  );
}
