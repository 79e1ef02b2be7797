import {
  type AccountDb,
  fileEntryId,
  localBytes as bytesHere,
  type OutboxItem,
  outboxItems,
} from '../../sync/client/index.ts';
import { i18n, translated } from '../i18n/i18n.ts';
import { useLive } from './client.tsx';

export { bytesHere, type OutboxItem };

/** True for the entry of a file that is uploaded, and not of a change. */
export function isFileEntry({ id, rowId }: Pick<OutboxItem, 'id' | 'rowId'>): boolean {
  return id === fileEntryId(rowId);
}

/** Pending and rejected changes, oldest first, with their reasons in the chosen language. */
export async function listOutbox(db: AccountDb): Promise<readonly OutboxItem[]> {
  return (await outboxItems(db)).map((item) => {
    const { reason, reasons = [reason] } = item;
    if (reason === undefined) return item;
    const texts = reasons.map((text) =>
      typeof text === 'string' ? translated(text) : text && i18n.t(text),
    );
    return { ...item, reason: texts.join(' ') };
  });
}

/** The same as a live query; undefined while it is read. */
export function useOutbox(): readonly OutboxItem[] | undefined {
  return useLive(listOutbox, []);
}
