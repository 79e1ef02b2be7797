import { Button, Group } from '@mantine/core';
import { useRejectedMessages } from '../../data/chat.ts';
import { type OutboxItem, useOutbox } from '../../data/outbox.ts';
import { useDecide } from '../../data/outbox-decisions.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { copyOwnText } from '../../ui/text/copy-own-text.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
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
  const decide = useDecide();
  const dialogs = useDialogs();
  const discard = async () => {
    const sure = await dialogs.confirm({
      title: i18n.t('Discard this message?'),
      message: i18n.t('Your text is deleted.'),
      confirm: i18n.t('Discard'),
      danger: true,
    });
    if (sure) await decide((account) => account.discard(item.id));
  };
  return (
    <section className={styles['refused']} aria-label={i18n.t('A message was not accepted')}>
      <p className={styles['text']}>
        <strong>{i18n.t('Not sent.')}</strong>{' '}
        {item.reason === undefined ? null : translated(item.reason)}
      </p>
      <p className={styles['words']}>{item.ownText}</p>
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => void decide((account) => account.retry(item.id))}
        >
          {i18n.t('Try again')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => void copyOwnText(item.ownText)}>
          {i18n.t('Copy my text')}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void discard()}>
          {i18n.t('Discard')}
        </Button>
      </Group>
    </section>
  );
}
