import type { Message } from '../../../model/entities/message.ts';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import { withMentionNames } from '../../../model/shared/mentions.ts';
import { plainText } from '../../../model/shared/plain-text.ts';
import { i18n } from '../../i18n/i18n.ts';
import { formatInstant } from '../../ui/text/date-format.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import styles from './chat.module.css';

interface PreviewProps {
  /** Newest message; undefined without one, or while it is not on this device. */
  readonly message: Message | undefined;
  readonly me: string;
  readonly people: readonly OrgUser[];
  /** True in a channel, where the author is named. */
  readonly isGroup: boolean;
}

/** Newest message of a conversation in the list. */
export function Preview({ message, me, people, isGroup }: PreviewProps) {
  if (message === undefined) return null;
  const nameOf = (id: string) => people.find((person) => person.id === id)?.display_name ?? '';
  const author =
    message.author === me
      ? i18n.t('You')
      : isGroup
        ? (nameOf(message.author).split(' ')[0] ?? '')
        : '';
  const text = message.deleted
    ? i18n.t('This message was deleted')
    : withMentionNames(plainText(message.text), nameOf) || i18n.t('A file');
  return <span className={styles['preview']}>{author === '' ? text : `${author}: ${text}`}</span>;
}

/** Time of the newest message. */
export function PreviewTime({ at }: { readonly at: string }) {
  const now = useNow(60_000);
  return (
    <time className={styles['when']} dateTime={at}>
      {formatInstant(at, now)}
    </time>
  );
}
