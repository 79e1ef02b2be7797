import { ActionIcon, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconMoodPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Message, reactionsOf } from '../../../model/entities/message.ts';
import { useReact } from '../../data/chat-changes.ts';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './reactions.module.css';
import type { ConversationPeople } from './use-conversation-people.ts';

/** Offered reactions with their names for screen readers. */
function offeredReactions() {
  return [
    ['👍', i18n.t('Thumbs up')],
    ['❤️', i18n.t('Heart')],
    ['😂', i18n.t('Laughing')],
    ['🎉', i18n.t('Party')],
    ['👀', i18n.t('Eyes')],
    ['✅', i18n.t('Done')],
  ] as const;
}

interface ReactionsProps {
  readonly message: Message;
  readonly people: ConversationPeople;
}

/** Reactions to a message, each with its number; a click adds or removes the viewer's own. */
export function Reactions({ message, people }: ReactionsProps) {
  const react = useReact();
  const given = Object.entries(reactionsOf(message)).filter(([, ids]) => ids.length > 0);
  if (given.length === 0) return null;
  const nameOf = (id: string) => (id === people.me ? i18n.t('You') : people.nameOf(id));
  return (
    <ul className={styles['reactions']} aria-label={i18n.t('Reactions')}>
      {given.map(([emoji, ids]) => {
        const isOwn = ids.includes(people.me);
        const names = ids.map(nameOf).join(', ');
        return (
          <li key={emoji}>
            <UnstyledButton
              className={styles['reaction']}
              aria-pressed={isOwn}
              data-tip={names}
              onClick={() => void react(message.id, emoji, !isOwn)}
            >
              <span>{emoji}</span>
              <span>{ids.length}</span>
              <VisuallyHidden> {i18n.t('by {names}', { names })}</VisuallyHidden>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}

/** Button that offers reactions. */
export function AddReaction({ message, people }: ReactionsProps) {
  const react = useReact();
  const [opened, setOpened] = useState(false);
  const isOwn = (emoji: string) => reactionsOf(message)[emoji]?.includes(people.me) === true;
  return (
    <Popover opened={opened} onChange={setOpened} position="top" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          size={26}
          variant="subtle"
          color="gray"
          className={styles['add']}
          aria-label={i18n.t('React to this message')}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconMoodPlus {...SMALL_ICON} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        className={styles['offered']}
        aria-label={i18n.t('Reactions')}
        data-own-escape
      >
        {offeredReactions().map(([emoji, name]) => (
          <UnstyledButton
            key={emoji}
            className={styles['offer']}
            aria-label={name}
            aria-pressed={isOwn(emoji)}
            onClick={() => {
              setOpened(false);
              void react(message.id, emoji, !isOwn(emoji));
            }}
          >
            {emoji}
          </UnstyledButton>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
