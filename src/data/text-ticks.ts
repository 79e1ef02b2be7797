import { useRef } from 'react';
import type { Comment } from '../../model/entities/comment.ts';
import { noteEdit } from '../../model/mutations/note/note-edit.ts';
import { mergeText } from '../../model/shared/merge-text.ts';
import { findTask, taskComments } from '../../sync/client/index.ts';
import { useAccount, useTryMutate } from './client.tsx';
import { useEditComment } from './comments.ts';
import { useFindNote } from './notes.ts';
import { useEditTask } from './task-changes.ts';

/**
 * Saves a tick in a checklist: `base` and `next` are the text as it was shown at the click, without and with the tick.
 */
export type SaveTick = (next: string, base: string) => void;

export function useTickDescription(id: string): SaveTick {
  const db = useAccount()?.db;
  const edit = useEditTask();
  return useInTurn({
    read: async () => (db === undefined ? undefined : (await findTask(db, id))?.description),
    write: (description, description_base) => edit(id, { description, description_base }),
  });
}

export function useTickComment({ id, task }: Pick<Comment, 'id' | 'task'>): SaveTick {
  const db = useAccount()?.db;
  const edit = useEditComment();
  return useInTurn({
    read: async () => {
      const comments = db === undefined ? [] : await taskComments(db, task);
      return comments.find((comment) => comment.id === id && !comment.deleted)?.comment;
    },
    write: (text, base) => edit(id, text, base),
  });
}

export function useTickNote(id: string, onFailed: () => void): SaveTick {
  const find = useFindNote();
  const tryMutate = useTryMutate();
  return useInTurn({
    read: async () => (await find(id))?.note,
    write: async (note, note_base) => {
      if ((await tryMutate(noteEdit, { id, note, note_base })) !== undefined) onFailed();
    },
  });
}

interface StoredText {
  /** The text on this device now; undefined when its row is gone. */
  readonly read: () => Promise<string | undefined>;
  /** Saves an edit of it; `base` is the text that it started from. */
  readonly write: (next: string, base: string) => Promise<unknown>;
}

/** Two quick ticks: the second one is made in the text that the first one left. */
function useInTurn(stored: StoredText): SaveTick {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (next, base) => {
    last.current = last.current.catch(() => undefined).then(() => saveTick(stored, next, base));
  };
}

/** A tick of a line that was removed or rewritten meanwhile is not saved: the text on the screen shows that. */
export async function saveTick(
  { read, write }: StoredText,
  next: string,
  base: string,
): Promise<void> {
  const current = await read();
  if (current === undefined) return;
  const merged = mergeText(base, next, current);
  if (merged.kind === 'clean' && merged.text !== current) await write(merged.text, current);
}
