import { useDraggable, useDroppable } from '@dnd-kit/core';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconDeviceDesktop,
  IconDots,
  IconDownload,
  IconEye,
  IconPencil,
  IconPhoto,
  IconTrash,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { TaskFile } from '../../../../model/entities/task-file.ts';
import type { Task } from '../../../../model/entities/task.ts';
import { mayEditTask } from '../../../../model/permissions/task.ts';
import { useKeepItem } from '../../../data/kept-here.ts';
import { useAllowed } from '../../../data/client.tsx';
import { type ShownFile, useFile, useFileBytes } from '../../../data/files.ts';
import { useRemovedFile } from '../../../data/removed-files.ts';
import { useOnline } from '../../../data/online.ts';
import { usePendingMark } from '../../../data/sync-status.ts';
import { useSetTaskDocument } from '../../../data/task-changes.ts';
import { useEditTaskFile, useRefusedFile } from '../../../data/task-files.ts';
import { i18n, translated } from '../../../i18n/i18n.ts';
import { formatSize } from '../../../ui/files/file-format.ts';
import { ProgressRing } from '../../../ui/files/progress-ring.tsx';
import { RemovedNote } from '../../../ui/files/removed-note.tsx';
import { saveFile } from '../../../ui/files/save-file.ts';
import { SMALL_ICON } from '../../../ui/marks/icon.ts';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';
import { RowMark } from '../../../ui/marks/row-mark.tsx';
import { OwnReceipt } from '../own-receipt.tsx';
import { FileThumb } from './file-thumb.tsx';
import classes from './task-files.module.css';

interface Props {
  readonly task: Task;
  readonly entry: TaskFile;
  readonly mayEdit: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onOpen: (isCaptioning: boolean) => void;
  /** Moves it among the files of the task; `name` is for the message. */
  readonly onMove: (by: -1 | 1, name: string) => void;
}

/** File of a task: preview, caption or name, state of its upload. */
export function TaskFileTile(props: Props) {
  const { entry, mayEdit, isFirst, isLast, onOpen, onMove } = props;
  const file = useFile(entry.file);
  const mark = usePendingMark('task_files', entry.id);
  const name = file?.name ?? '';
  const drag = useDraggable({ id: entry.id, data: { name }, disabled: !mayEdit });
  const drop = useDroppable({ id: entry.id });
  // Its row was removed, or arrives with the next page.
  if (file === null) return null;
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || !mayEdit) return;
    if (event.key === 'ArrowLeft' && !isFirst) onMove(-1, name);
    else if (event.key === 'ArrowRight' && !isLast) onMove(1, name);
    else return;
    event.preventDefault();
  };
  const { x, y } = drag.transform ?? { x: 0, y: 0 };
  return (
    <li
      ref={(node) => {
        drag.setNodeRef(node);
        drop.setNodeRef(node);
      }}
      className={classes.tile}
      data-dragging={drag.isDragging || undefined}
      data-over={(drop.isOver && !drag.isDragging) || undefined}
      data-draggable={mayEdit || undefined}
      style={drag.transform === null ? undefined : { transform: `translate(${x}px, ${y}px)` }}
      {...drag.listeners}
    >
      <button
        type="button"
        className={classes.face}
        title={name}
        disabled={file === undefined}
        onClick={() => onOpen(false)}
        onKeyDown={moveByKey}
      >
        <FileThumb file={file} />
        <span className={classes.name}>{entry.caption === '' ? name : entry.caption}</span>
      </button>
      {file !== undefined && (
        <>
          <div className={classes.meta}>
            <State file={file} />
            <span className={classes.sent}>
              <RowMark mark={mark} />
              <OwnReceipt table="task_files" row={entry} author={entry.created_by} what={name} />
            </span>
          </div>
          {file.problem !== undefined && <Refused {...props} file={file} />}
          <TileMenu {...props} file={file} />
        </>
      )}
    </li>
  );
}

type WithFile = Props & { readonly file: ShownFile };

function State({ file }: Pick<WithFile, 'file'>) {
  const isOnline = useOnline();
  const removed = useRemovedFile(file.id);
  if (file.problem !== undefined) {
    return <span className={classes.problem}>{translated(file.problem)}</span>;
  }
  if (file.progress !== undefined) {
    return (
      <>
        <ProgressRing
          value={file.progress}
          label={i18n.t('Uploading {name}', { name: file.name })}
        />
        <span>{isOnline ? uploading(file.progress) : i18n.t('Waits for the network')}</span>
      </>
    );
  }
  if (file.waitsFor !== undefined) {
    return (
      <span>
        {file.waitsFor === ''
          ? i18n.t('Uploading from another device')
          : i18n.t("Uploading from {person}'s device", { person: file.waitsFor })}
      </span>
    );
  }
  if (removed !== undefined) return <RemovedNote name={file.name} removed={removed} />;
  return <span>{formatSize(file.size)}</span>;
}

function uploading(progress: number): string {
  return progress === 0
    ? i18n.t('Waits for its upload')
    : i18n.t('Uploading {percent} %', { percent: Math.floor(progress * 100) });
}

function Refused({ entry, mayEdit, file }: WithFile) {
  const { retry } = useRefusedFile();
  const remove = useRemove({ entry, mayEdit, file });
  return (
    <div className={classes.refused}>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={i18n.t('Retry {name}', { name: file.name })}
        onClick={() => void retry(file.id)}
      >
        {i18n.t('Retry')}
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={i18n.t('Remove {name}', { name: file.name })}
        onClick={() => void remove()}
      >
        {i18n.t('Remove')}
      </Button>
    </div>
  );
}

/** Removes a file, with undo; a refused one after a question, because this device has its only bytes. */
function useRemove({ entry, mayEdit, file }: Pick<WithFile, 'entry' | 'mayEdit' | 'file'>) {
  const edit = useEditTaskFile();
  const { giveUp } = useRefusedFile();
  const dialogs = useDialogs();
  return async () => {
    if (file.problem === undefined) {
      await edit(
        entry.id,
        { status: false },
        { subject: file.name, undo: () => edit(entry.id, { status: true }) },
      );
      return;
    }
    const isSure = await dialogs.confirm({
      title: i18n.t('Remove this file?'),
      message: i18n.t('The server does not have it. Its only copy is deleted from this device.'),
      confirm: i18n.t('Remove'),
      danger: true,
    });
    if (!isSure) return;
    if (!mayEdit || (await edit(entry.id, { status: false }))) await giveUp(file.id);
  };
}

function TileMenu({ task, entry, mayEdit, isFirst, isLast, onOpen, onMove, file }: WithFile) {
  const bytesOf = useFileBytes();
  const allowed = useAllowed();
  const setDocument = useSetTaskDocument();
  const keep = useKeepItem('file', file.id);
  const remove = useRemove({ entry, mayEdit, file });
  const download = async () => {
    const bytes = await bytesOf(file);
    if (bytes !== undefined) saveFile(bytes, file.name);
  };
  const ifAllowed = (work: () => void) => async () => {
    if (await allowed((who) => mayEditTask(who, task))) work();
  };
  const isImage = file.kind === 'image' && !file.mediaType.startsWith('video/');
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon
          className={classes.more}
          variant="default"
          size={26}
          aria-label={i18n.t('Actions for file {name}', { name: file.name })}
        >
          <IconDots {...SMALL_ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEye {...SMALL_ICON} />} onClick={() => onOpen(false)}>
          {i18n.t('Open')}
        </Menu.Item>
        {file.waitsFor === undefined && (
          <Menu.Item leftSection={<IconDownload {...SMALL_ICON} />} onClick={() => void download()}>
            {i18n.t('Download')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDeviceDesktop {...SMALL_ICON} />} onClick={keep.toggle}>
          {keep.label}
        </Menu.Item>
        {mayEdit && (
          <>
            <Menu.Item
              leftSection={<IconPencil {...SMALL_ICON} />}
              onClick={ifAllowed(() => onOpen(true))}
            >
              {entry.caption === '' ? i18n.t('Add caption') : i18n.t('Edit caption')}
            </Menu.Item>
            {isImage && entry.file !== task.document && (
              <Menu.Item
                leftSection={<IconPhoto {...SMALL_ICON} />}
                onClick={() => void setDocument(task.id, file.id)}
              >
                {i18n.t('Use as image of the task')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconArrowLeft {...SMALL_ICON} />}
              disabled={isFirst}
              onClick={() => onMove(-1, file.name)}
            >
              {i18n.t('Move earlier')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowRight {...SMALL_ICON} />}
              disabled={isLast}
              onClick={() => onMove(1, file.name)}
            >
              {i18n.t('Move later')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash {...SMALL_ICON} />} onClick={() => void remove()}>
              {i18n.t('Remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
