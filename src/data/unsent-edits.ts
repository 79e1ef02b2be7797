import { messages } from '../../model/entities/message.ts';
import { messageEdit } from '../../model/mutations/chat/message-edit.ts';
import { useLive } from './client.tsx';

const KEYS = `${messages.table}/`;

/** Ids of the messages with an edit in the outbox: nobody else is known to have the text that is shown. */
export function useUnsentEdits(): ReadonlySet<string> | undefined {
  return useLive(async (db) => {
    const found = await db.outbox.where('keys').startsWith(KEYS).toArray();
    const edits = found.filter(({ name }) => name === messageEdit.name);
    return new Set(edits.flatMap(({ keys }) => keys.map((key) => key.slice(KEYS.length))));
  }, []);
}
