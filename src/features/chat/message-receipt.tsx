import type { Message } from '../../../model/entities/message.ts';
import { i18n } from '../../i18n/i18n.ts';
import { ReceiptMark, type ReceiptState, receiptText } from '../../ui/marks/receipt-mark.tsx';
import styles from './message.module.css';
import type { ConversationPeople } from './use-conversation-people.ts';

interface MessageReceiptProps {
  readonly message: Message;
  readonly people: ConversationPeople;
  readonly isGroup: boolean;
  readonly state: ReceiptState;
}

/** How far an own message has come, with the names on a tap; the words are those of work (decision 0076). */
export function MessageReceipt({ message, people, isGroup, state }: MessageReceiptProps) {
  const { seen, reached, missing, areLater } = people.readersOf(message);
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: people.nameOf(id) }));
  const groups =
    state === 'here'
      ? []
      : ([
          { state: 'seen', people: named(seen) },
          { state: 'device', people: named(reached) },
          {
            state: 'server',
            people: named(missing),
            // Devices report nothing of a channel but what has been seen.
            ...(isGroup && { heading: i18n.t('Not seen yet by') }),
          },
        ] as const);
  const names = groups.find((group) => group.state === state)?.people.map(({ name }) => name);
  return (
    <span className={styles['receipt']} data-state={state}>
      <ReceiptMark
        state={state}
        text={receiptText(state, names ?? [])}
        title={i18n.t('Who has received this message')}
        groups={groups}
        notes={notesOf(state, areLater)}
        icons="message"
      />
    </span>
  );
}

function notesOf(state: ReceiptState, areLater: boolean): readonly string[] {
  if (state === 'here') return [i18n.t('Not sent yet: saved on this device')];
  if (!areLater) return [];
  return [i18n.t('Nobody else was in this channel when the message was written.')];
}
