import { ActionIcon } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useMuteConversation, useMutedConversations } from '../../data/notification-changes.ts';
import { ICON } from '../../ui/marks/icon.ts';

interface MuteButtonProps {
  readonly conversation: string;
  readonly name: string;
}

/** Mutes or unmutes a conversation. */
export function MuteButton({ conversation, name }: MuteButtonProps) {
  const isMuted = useMutedConversations()?.has(conversation) === true;
  const mute = useMuteConversation();
  const label = isMuted ? 'Unmute this conversation' : 'Mute this conversation';
  const toggle = async () => {
    await mute(
      conversation,
      !isMuted,
      isMuted
        ? { message: `${name} notifies you again` }
        : {
            subject: name,
            action: { label: 'Undo', run: () => void mute(conversation, false) },
          },
    );
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={label}
      data-tip={isMuted ? 'Unmute' : 'Mute'}
      onClick={() => void toggle()}
    >
      {isMuted ? <IconBellOff {...ICON} /> : <IconBell {...ICON} />}
    </ActionIcon>
  );
}
