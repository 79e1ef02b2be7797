import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TaskFile } from '../../../../model/entities/task-file.ts';
import type { Task } from '../../../../model/entities/task.ts';
import { mayEditTask } from '../../../../model/permissions/task.ts';
import { rankBetween } from '../../../../model/shared/rank.ts';
import { useAllowed } from '../../../data/client.tsx';
import { useAddTaskFiles, useEditTaskFile } from '../../../data/task-files.ts';
import { areMissing } from '../../../data/project-details.ts';
import { useTaskDetails } from '../../../data/task-details.ts';
import { useWritePlace } from '../../../data/organization.ts';
import { useShots } from '../../../data/shots.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { CameraButton } from '../../../ui/camera/camera-button.tsx';
import { LeftShots } from '../../../ui/files/left-shots.tsx';
import type { Shots } from '../../../ui/files/shots.ts';
import { useFileDrop } from '../../../ui/files/use-file-drop.ts';
import { SMALL_ICON } from '../../../ui/marks/icon.ts';
import { VoiceButton } from '../../../ui/voice/voice-button.tsx';
import { DRAG_MESSAGES } from '../../../ui/text/drag-messages.ts';
import { usePermissionMessage } from '../use-permission-message.ts';
import { FileGallery } from './file-gallery.tsx';
import { TaskFileTile } from './task-file-tile.tsx';
import classes from './task-files.module.css';

/** Constant objects: with new ones every tile would render again with the list. */
const BY_MOUSE = { activationConstraint: { distance: 4 } };
const BY_FINGER = { activationConstraint: { delay: 180, tolerance: 8 } };

/** The file that the gallery shows. */
interface Shown {
  readonly id: string;
  readonly isCaptioning: boolean;
}

interface Props {
  readonly task: Task;
  readonly files: readonly TaskFile[];
}

/** Files of a task besides its image: chosen, dropped or pasted on the panel, or photographed; with order and captions. */
export function TaskFiles({ task, files }: Props) {
  const lacksDetails = areMissing(useTaskDetails(task));
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const [left, setLeft] = useState(0);
  const [shown, setShown] = useState<Shown>();
  // The last file was removed: the gallery closes, and a later file does not open it again.
  if (shown !== undefined && files.length === 0) setShown(undefined);
  const allowed = useAllowed();
  const addFiles = useAddTaskFiles();
  const shots = useShots(`task:${task.id}`);
  const add = async (contents: readonly File[]) => {
    try {
      if (await allowed((who) => mayEditTask(who, task))) await addFiles(task, contents, setLeft);
    } finally {
      setLeft(0);
      // Photos that were refused or not stored are offered again.
      shots.reload();
    }
  };
  const over = useFileDrop(section, (contents) => void add(contents));
  const { offered } = usePermissionMessage(task)(mayEditTask);
  return (
    <section ref={section} className={classes.section} aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.heading}>
        {i18n.t('Files')}{' '}
        {files.length > 0 && <span className={classes.muted}>{files.length}</span>}
      </h3>
      <Tiles
        task={task}
        files={files}
        mayEdit={offered}
        onOpen={(id, isCaptioning) => setShown({ id, isCaptioning })}
      />
      <output className={classes.adding}>
        {left > 0 &&
          i18n.t('{count, plural, one {Adding # file…} other {Adding # files…}}', { count: left })}
      </output>
      <LeftShots shots={shots} onAttach={(contents) => void add(contents)} />
      {offered && (
        <AddButtons task={task} isEmpty={files.length === 0} shots={shots} onPick={add} />
      )}
      {!offered && files.length === 0 && !lacksDetails && (
        <p className={classes.muted}>{i18n.t('No files yet')}</p>
      )}
      {shown !== undefined && (
        <FileGallery
          task={task}
          files={files}
          shown={shown}
          mayEdit={offered}
          onShow={(id) => setShown({ id, isCaptioning: false })}
          onClose={() => setShown(undefined)}
        />
      )}
      {over !== undefined &&
        createPortal(
          <div className={classes.over}>{i18n.t('Drop files to add them to the task')}</div>,
          over,
        )}
    </section>
  );
}

interface TilesProps {
  readonly task: Task;
  readonly files: readonly TaskFile[];
  readonly mayEdit: boolean;
  readonly onOpen: (id: string, isCaptioning: boolean) => void;
}

/** Tiles in order; moved by mouse, after a long press, by Alt and arrow keys, or through their menu. */
function Tiles({ task, files, mayEdit, onOpen }: TilesProps) {
  const edit = useEditTaskFile();
  const sensors = useSensors(useSensor(MouseSensor, BY_MOUSE), useSensor(TouchSensor, BY_FINGER));
  const moveTo = async (id: string, index: number, name: string) => {
    const moved = files.find((file) => file.id === id);
    const others = files.filter((file) => file.id !== id);
    if (moved === undefined || files.indexOf(moved) === index) return;
    if (index < 0 || index > others.length) return;
    const rank = rankBetween(others[index - 1]?.rank, others[index]?.rank);
    await edit(id, { rank }, { subject: name, undo: () => edit(id, { rank: moved.rank }) });
  };
  const drop = ({ active, over }: DragEndEvent) => {
    const index = files.findIndex((file) => file.id === over?.id);
    const name = String(active.data.current?.['name'] ?? '');
    if (index !== -1) void moveTo(String(active.id), index, name);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={DRAG_MESSAGES}
    >
      <ul className={classes.tiles}>
        {files.map((file, index) => (
          <TaskFileTile
            key={file.id}
            task={task}
            entry={file}
            mayEdit={mayEdit}
            isFirst={index === 0}
            isLast={index === files.length - 1}
            onOpen={(isCaptioning) => onOpen(file.id, isCaptioning)}
            onMove={(by, name) => void moveTo(file.id, index + by, name)}
          />
        ))}
      </ul>
    </DndContext>
  );
}

interface AddProps {
  readonly task: Task;
  readonly isEmpty: boolean;
  readonly shots: Shots;
  readonly onPick: (contents: readonly File[]) => Promise<void>;
}

/** Several files at once, or photos in a row. */
function AddButtons({ task, isEmpty, shots, onPick }: AddProps) {
  const writePlace = useWritePlace();
  const allowed = useAllowed();
  const input = useRef<HTMLInputElement>(null);
  const mayAdd = async () => await allowed((who) => mayEditTask(who, task));
  const open = async (field: HTMLInputElement | null) => {
    if (await mayAdd()) field?.click();
  };
  const inputProps = {
    type: 'file',
    hidden: true,
    tabIndex: -1,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const contents = [...(event.currentTarget.files ?? [])];
      // Reset, so that the same file can be chosen again.
      event.currentTarget.value = '';
      if (contents.length > 0) void onPick(contents);
    },
  } as const;
  return (
    <div className={classes.add}>
      <input ref={input} {...inputProps} multiple aria-label={i18n.t('Files of the task')} />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconPaperclip {...SMALL_ICON} />}
        onClick={() => void open(input.current)}
      >
        {i18n.t('Add files')}
      </Button>
      <CameraButton
        writePlace={writePlace}
        look="text"
        allowed={mayAdd}
        shots={shots}
        onPhotos={(photos) => void onPick(photos)}
      />
      <VoiceButton
        look="text"
        allowed={mayAdd}
        shots={shots}
        onNote={(note) => void onPick([note])}
      />
      {isEmpty && <span className={classes.hint}>{i18n.t('or drop or paste them here')}</span>}
    </div>
  );
}
