import { CloseButton, Group, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { withMentionNames } from '../../../model/shared/mentions.ts';
import { plainText } from '../../../model/shared/plain-text.ts';
import { useMessageSearch } from '../../data/chat.ts';
import { i18n } from '../../i18n/i18n.ts';
import { formatInstant } from '../../ui/text/date-format.ts';
import { useEscape } from '../../ui/focus/use-escape.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import styles from './chat.module.css';

interface MessageSearchProps {
  readonly conversation: string;
  readonly nameOf: (orgUserId: string) => string;
  readonly onChoose: (messageId: string) => void;
  readonly onClose: () => void;
}

/** Searches the messages of a conversation that are on this device. */
export function MessageSearch({ conversation, nameOf, onChoose, onClose }: MessageSearchProps) {
  const [query, setText] = useState('');
  const [asked] = useDebouncedValue(query.trim(), 120);
  const found = useMessageSearch(conversation, asked);
  const now = useNow(60_000);
  useEscape(onClose);
  return (
    <search className={styles['found']} aria-label={i18n.t('Search in this conversation')}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          aria-label={i18n.t('Search messages')}
          placeholder={i18n.t('Search messages')}
          // The field appears because the person asked for the search.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={query}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <CloseButton aria-label={i18n.t('Close search')} onClick={onClose} />
      </Group>
      {asked !== '' && found?.length === 0 && (
        <p className={styles['nothing']}>
          {i18n.t('Nothing found in the messages on this device')}
        </p>
      )}
      {found?.map((message) => (
        <UnstyledButton
          key={message.id}
          className={styles['foundEntry']}
          onClick={() => onChoose(message.id)}
        >
          <div className={styles['meta']}>
            {nameOf(message.author)} · {formatInstant(message.created_at, now)}
          </div>
          <div className={styles['foundText']}>
            {withMentionNames(plainText(message.text), nameOf)}
          </div>
        </UnstyledButton>
      ))}
    </search>
  );
}
