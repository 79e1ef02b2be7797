import { ActionIcon } from '@mantine/core';
import { IconScribble } from '@tabler/icons-react';
import { useState } from 'react';
import type { TaskFile } from '../../../../model/entities/task-file.ts';
import type { Task } from '../../../../model/entities/task.ts';
import { mayEditTask } from '../../../../model/permissions/task.ts';
import { useAllowed } from '../../../data/client.tsx';
import { useAddDrawing, useDrawable } from '../../../data/drawings.ts';
import type { ShownFile } from '../../../data/files.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { DrawOn } from '../../../ui/draw/draw-on.tsx';
import { ICON } from '../../../ui/marks/icon.ts';

interface Props {
  readonly task: Task;
  readonly file: ShownFile;
  readonly entry: TaskFile;
  /** The entry behind it. */
  readonly next: TaskFile | undefined;
  /** Gets the id of the entry of the drawing. */
  readonly onDrawn: (id: string) => void;
}

/** Opens the drawing on a picture of a task; what is drawn is a file of the task behind it. */
export function DrawButton({ task, file, entry, next, onDrawn }: Props) {
  const [isOpen, setOpen] = useState(false);
  const drawable = useDrawable(file);
  const allowed = useAllowed();
  const addDrawing = useAddDrawing();
  if (drawable === undefined) return null;
  const open = async () => {
    if (await allowed((who) => mayEditTask(who, task))) setOpen(true);
  };
  const save = async (drawing: File) => {
    const added = await addDrawing(task, drawing, { after: entry, before: next });
    if (added === undefined) return false;
    onDrawn(added);
    return true;
  };
  return (
    <>
      <ActionIcon
        size={36}
        aria-label={i18n.t('Draw on it')}
        data-tip={i18n.t('Draw on it')}
        onClick={() => void open()}
      >
        <IconScribble {...ICON} />
      </ActionIcon>
      {isOpen && <DrawOn drawable={drawable} onDrawn={save} onClose={() => setOpen(false)} />}
    </>
  );
}
