import { Button, Group } from '@mantine/core';
import { useRejectedMessages } from '../../data/chat.ts';
import { useAccount } from '../../data/client.tsx';
import { type OutboxItem, useOutbox } from '../../data/sync-status.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import styles from './rejected.module.css';

/** Rejected messages of the conversation, each with the server's reason and the available actions. */
export function RejectedMessages({ conversation }: { readonly conversation: string }) {
  const rejected = useRejectedMessages(conversation);
  const outbox = useOutbox();
  const items = outbox?.filter(({ id }) => rejected?.includes(id)) ?? [];
  if (items.length === 0) return null;
  return (
    <div className={styles['list']}>
      {items.map((item) => (
        <RejectedMessage key={item.id} item={item} />
      ))}
    </div>
  );
}

function RejectedMessage({ item }: { readonly item: OutboxItem }) {
  const account = useAccount();
  const dialogs = useDialogs();
  const discard = async () => {
    const sure = await dialogs.confirm({
      title: 'Discard this message?',
      message: 'Your words are gone then.',
      confirm: 'Discard',
      danger: true,
    });
    if (sure) await account?.discard(item.id);
  };
  const copy = async () => {
    if (await copyText(item.ownText)) showToast({ message: 'Copied' });
  };
  return (
    <section className={styles['refused']} aria-label="A message was not accepted">
      <p className={styles['text']}>
        <strong>Not sent.</strong> {item.reason}
      </p>
      <p className={styles['words']}>{item.ownText}</p>
      <Group gap="xs">
        <Button size="compact-xs" variant="default" onClick={() => void account?.retry(item.id)}>
          Try again
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => void copy()}>
          Copy my text
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void discard()}>
          Discard
        </Button>
      </Group>
    </section>
  );
}
