import { ActionIcon } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useMuteConversation, useMutedConversations } from '../../data/notification-changes.ts';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';

interface MuteButtonProps {
  readonly conversation: string;
  readonly name: string;
}

/** Mutes or unmutes a conversation. */
export function MuteButton({ conversation, name }: MuteButtonProps) {
  const isMuted = useMutedConversations()?.has(conversation) === true;
  const mute = useMuteConversation();
  const label = isMuted ? i18n.t('Unmute this conversation') : i18n.t('Mute this conversation');
  const toggle = async () => {
    await mute(
      conversation,
      !isMuted,
      isMuted
        ? { message: i18n.t('{name} notifies you again', { name }) }
        : {
            subject: name,
            action: { label: i18n.t('Undo'), run: () => void mute(conversation, false) },
          },
    );
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={label}
      data-tip={isMuted ? i18n.t('Unmute') : i18n.t('Mute')}
      onClick={() => void toggle()}
    >
      {isMuted ? <IconBellOff {...ICON} /> : <IconBell {...ICON} />}
    </ActionIcon>
  );
}
