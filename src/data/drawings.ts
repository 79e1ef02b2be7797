import { useCallback } from 'react';
import type { TaskFile } from '../../model/entities/task-file.ts';
import type { Task } from '../../model/entities/task.ts';
import { taskFileAdd } from '../../model/mutations/task-file/task-file-add.ts';
import { isPicture } from '../../model/shared/file-kind.ts';
import { rankBetween } from '../../model/shared/rank.ts';
import { drawingsAmong } from '../../sync/client/index.ts';
import { pickedFile } from './attach-drawing.ts';
import { useAccount, useLive, useShowRefusal } from './client.tsx';
import { useDraft } from './drafts.ts';
import { type ShownFile, useFileBytes } from './files.ts';

/**
 * What the drawing on a picture needs: its content, and a draft of the strokes, which survive a reload; undefined when
 * the file is no picture or its content is on another device.
 */
export function useDrawable(file: ShownFile | null | undefined) {
  const bytesOf = useFileBytes();
  if (file === null || file === undefined || file.waitsFor !== undefined) return undefined;
  if (!isPicture({ kind: file.kind, media_type: file.mediaType })) return undefined;
  return {
    name: file.name,
    original: file.id,
    load: async () => await bytesOf(file),
    useStore: draftOf(file.id),
  };
}

/** Hook for the strokes on a file. It runs where the drawing is open: a draft is read once, for one file. */
function draftOf(id: string) {
  return function useStrokes() {
    return useDraft(`drawing:${id}`, NOTHING);
  };
}

const NOTHING = { shapes: '' };

/** Those of the given files that are drawings on this one, in the given order. */
export function useDrawingsOn(
  file: string | null | undefined,
  among: readonly string[],
): readonly string[] {
  const found = useLive(
    async (db) => (typeof file === 'string' ? await drawingsAmong(db, file, among) : []),
    [file, among.join(' ')],
  );
  return found ?? NONE;
}

const NONE: readonly string[] = [];

interface Place {
  /** The file of the task that was drawn on, and the one behind it. */
  readonly after: TaskFile;
  readonly before: TaskFile | undefined;
}

/**
 * Adds a drawing to the files of a task, behind its original. Resolves to the id of its entry; undefined when it was
 * refused, and the person has seen why.
 */
export function useAddDrawing(): (
  task: Task,
  drawing: File,
  place: Place,
) => Promise<string | undefined> {
  const account = useAccount();
  const showRefusal = useShowRefusal();
  return useCallback(
    async (task, drawing, { after, before }) => {
      if (account === undefined) return undefined;
      const id = account.newId();
      const rank = rankBetween(after.rank, before?.rank);
      const { id: taskId, project } = task;
      const { id: file, files } = pickedFile(account, drawing, task.scope);
      const refusal = await account.attach(files, () => [
        taskFileAdd.prepare({ id, project, task: taskId, rank, file, caption: '' }),
      ]);
      if (refusal === undefined) return id;
      await showRefusal(refusal.message);
      return undefined;
    },
    [account, showRefusal],
  );
}
