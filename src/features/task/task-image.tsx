import { Button } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { mayDirectTask, mayEditTask } from '../../../model/permissions/task.ts';
import { useAllowed } from '../../data/client.tsx';
import { useDrawable } from '../../data/drawings.ts';
import { usePickedFile } from '../../data/attach-file.ts';
import { useFile, useFileBytes } from '../../data/files.ts';
import { useRemovedFile } from '../../data/removed-files.ts';
import { useAddTaskFiles } from '../../data/task-files.ts';
import { useSetTaskDocument } from '../../data/task-changes.ts';
import { useTimesOnline } from '../../data/times-online.ts';
import { i18n } from '../../i18n/i18n.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { FilePreview } from '../../ui/files/file-preview.tsx';
import { saveFile } from '../../ui/files/save-file.ts';
import { useFileInput } from '../../ui/files/use-file-input.ts';
import classes from './task-panel.module.css';
import { usePermissionMessage } from './use-permission-message.ts';

interface Props {
  readonly task: Task;
  /** Content between the image and the button. */
  readonly children: ReactNode;
}

/** Image of the task: shown at once, uploaded when online. What is dropped or pasted is added to the files. */
export function TaskImage({ task, children }: Props) {
  const permissionMessage = usePermissionMessage(task);
  const allowed = useAllowed();
  const pickedOf = usePickedFile('image');
  const setDocument = useSetTaskDocument();
  const input = useRef<HTMLInputElement>(null);
  const offered = permissionMessage(mayEditTask).offered;
  const take = async (image: File) => {
    if (!(await allowed((who) => mayEditTask(who, task)))) return;
    const file = await pickedOf(image, task.scope);
    if (file !== undefined) await setDocument(task.id, file.id, { files: file.files });
  };
  const files = useFileInput({
    accept: 'image/*',
    onPick: (image) => void take(image),
  });
  const pick = async () => {
    if (await allowed((who) => mayEditTask(who, task))) input.current?.click();
  };
  const button = (
    <Button
      className={classes.addImage}
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<IconPhotoPlus size={16} stroke={1.5} aria-hidden />}
      onClick={() => void pick()}
    >
      {task.document === null ? i18n.t('Add image') : i18n.t('Replace image')}
    </Button>
  );
  return (
    <>
      <input ref={input} {...files.inputProps} aria-label={i18n.t('Image of the task')} />
      {task.document !== null && <ShownImage task={task} document={task.document} />}
      {offered && task.document !== null && button}
      {children}
      {offered && task.document === null && button}
    </>
  );
}

function ShownImage({ task, document }: { readonly task: Task; readonly document: string }) {
  const file = useFile(document);
  const original = useFile(file?.drawnOn);
  const drawable = useDrawable(file);
  const removed = useRemovedFile(document);
  const attempt = useTimesOnline();
  const addFiles = useAddTaskFiles();
  const allowed = useAllowed();
  const permissionMessage = usePermissionMessage(task);
  const dialogs = useDialogs();
  const bytesOf = useFileBytes();
  const setDocument = useSetTaskDocument();
  const { offered, blocked } = permissionMessage(mayDirectTask);
  if (file === undefined) return <div className={classes.imagePlace} />;
  if (file === null) {
    return <p className={classes.muted}>{i18n.t('The image is not on this device yet.')}</p>;
  }
  const remove = async () => {
    if (blocked !== undefined) {
      blocked();
      return;
    }
    const sure = await dialogs.confirm({
      title: i18n.t('Delete image'),
      message: i18n.t('Are you sure you want to delete this image ?'),
      confirm: i18n.t('Delete'),
      danger: true,
    });
    if (!sure) return;
    await setDocument(task.id, null, {
      success: { undo: () => setDocument(task.id, document) },
    });
  };
  const download = async () => {
    const bytes = await bytesOf(file);
    if (bytes !== undefined) saveFile(bytes, file.name);
  };
  // The image stays; what is drawn on it is one of the files.
  const addDrawing = async (drawing: File) => {
    if (!(await allowed((who) => mayEditTask(who, task)))) return false;
    if (!(await addFiles(task, [drawing]))) return false;
    showToast({ message: i18n.t('The drawing is among the files of the task.'), kind: 'success' });
    return true;
  };
  const mayDraw = permissionMessage(mayEditTask).offered && drawable !== undefined;
  return (
    <div className={classes.shownImage}>
      <FilePreview
        file={file}
        original={original}
        removed={removed}
        attempt={attempt}
        drawing={mayDraw ? { drawable, onDrawn: addDrawing } : undefined}
        onDownload={() => void download()}
        onDelete={offered ? () => void remove() : undefined}
      />
    </div>
  );
}
