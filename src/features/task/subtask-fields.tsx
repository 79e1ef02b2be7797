import { IconUser } from '@tabler/icons-react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { mayChangeSubtask } from '../../../model/permissions/subtask.ts';
import { nameOfPerson } from '../../data/person-name.ts';
import { useAllowed } from '../../data/client.tsx';
import { useDrawable } from '../../data/drawings.ts';
import { usePickedFile } from '../../data/attach-file.ts';
import { useFile, useFileBytes } from '../../data/files.ts';
import { usePerson } from '../../data/people.ts';
import { useSetSubtaskDocument } from '../../data/subtasks.ts';
import { type PickerKind, useTaskPicker } from '../../data/task-picker.ts';
import { i18n } from '../../i18n/i18n.ts';
import { FilePreview } from '../../ui/files/file-preview.tsx';
import { saveFile } from '../../ui/files/save-file.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { DueDateChip, StartDateChip } from './date-chips.tsx';
import { ChipPeople, FieldChip } from './field-chip.tsx';
import { FieldRow } from './field-row.tsx';
import { RowFailure } from './task-failures.tsx';
import classes from './task-panel.module.css';
import { usePermissionMessage } from './use-permission-message.ts';

interface Props {
  readonly task: Task;
  readonly subtask: Subtask;
}

/** Fields of a subtask, each editable in place for those with the right: assignee, dates, document. */
export function SubtaskFields({ task, subtask }: Props) {
  const author = usePerson(subtask.created_by);
  const open = useOpenSubtaskPicker(task, subtask);
  return (
    <>
      <RowFailure table="subtasks" rowId={subtask.id} what={i18n.t('this subtask')} />
      <dl className={classes.fields}>
        <FieldRow name={i18n.t('Assignee')}>
          <SubtaskAssignee task={task} subtask={subtask} />
        </FieldRow>
        <FieldRow name={i18n.t('Start date')}>
          <StartDateChip date={subtask.start_date} onOpen={open('start')} />
        </FieldRow>
        <FieldRow name={i18n.t('Due date')}>
          <DueDateChip row={subtask} onOpen={open('due')} />
        </FieldRow>
        <FieldRow name={i18n.t('Created by')}>{nameOfPerson(author)}</FieldRow>
      </dl>
      {subtask.document !== null && (
        <section className={classes.section}>
          <h3 className={classes.heading}>{i18n.t('Document')}</h3>
          <SubtaskDocument task={task} subtask={subtask} document={subtask.document} />
        </section>
      )}
    </>
  );
}

/** Opens a picker of a subtask; undefined for those without the right. */
export function useOpenSubtaskPicker(task: Task, subtask: Subtask) {
  const picker = useTaskPicker();
  const { offered } = usePermissionMessage(task)((who, one) => mayChangeSubtask(who, one, subtask));
  return (kind: PickerKind) =>
    offered && task.status
      ? () => picker.open({ kind, tasks: [task.id], subtask: subtask.id })
      : undefined;
}

function SubtaskAssignee({ task, subtask }: Props) {
  const open = useOpenSubtaskPicker(task, subtask);
  const person = usePerson(subtask.assigned_to);
  const { assigned_to: id } = subtask;
  return (
    <FieldChip
      name={i18n.t('Assignee')}
      icon={id === null ? <IconUser {...SMALL_ICON} /> : undefined}
      shortcut="a"
      isEmpty={id === null}
      onOpen={open('assignee')}
    >
      <ChipPeople
        people={id === null ? [] : [{ id, name: nameOfPerson(person) }]}
        empty={i18n.t('No Member assigned')}
      />
    </FieldChip>
  );
}

function SubtaskDocument({ task, subtask, document }: Props & { readonly document: string }) {
  const file = useFile(document);
  const original = useFile(file?.drawnOn);
  const drawable = useDrawable(file);
  const pickedOf = usePickedFile();
  const allowed = useAllowed();
  const dialogs = useDialogs();
  const bytesOf = useFileBytes();
  const setDocument = useSetSubtaskDocument();
  const { offered } = usePermissionMessage(task)((who, one) => mayChangeSubtask(who, one, subtask));
  if (file === undefined) return null;
  if (file === null) {
    return <p className={classes.muted}>{i18n.t('It is not on this device yet.')}</p>;
  }
  const remove = async () => {
    if (!(await allowed((who) => mayChangeSubtask(who, task, subtask)))) return;
    const isImage = file.kind === 'image';
    const sure = await dialogs.confirm({
      title: isImage ? i18n.t('Delete image') : i18n.t('Delete document'),
      message: isImage
        ? i18n.t('Are you sure you want to delete this image ?')
        : i18n.t('Are you sure you want to delete this document ?'),
      confirm: i18n.t('Delete'),
      danger: true,
    });
    if (!sure) return;
    await setDocument(subtask.id, null, {
      success: {
        subject: isImage ? i18n.t('Image') : i18n.t('Document'),
        undo: () => setDocument(subtask.id, document),
      },
    });
  };
  const download = async () => {
    const bytes = await bytesOf(file);
    if (bytes !== undefined) saveFile(bytes, file.name);
  };
  // There is one document: the drawing takes its place, and the original stays behind the drawing.
  const replace = async (drawing: File) => {
    if (!(await allowed((who) => mayChangeSubtask(who, task, subtask)))) return false;
    const picked = await pickedOf(drawing, task.scope);
    if (picked === undefined) return false;
    return await setDocument(subtask.id, picked.id, {
      files: picked.files,
      success: {
        subject: i18n.t('Document'),
        undo: () => setDocument(subtask.id, document),
      },
    });
  };
  return (
    <FilePreview
      file={file}
      original={original}
      drawing={offered && drawable !== undefined ? { drawable, onDrawn: replace } : undefined}
      onDownload={() => void download()}
      onPlay={async () => await bytesOf(file)}
      onDelete={offered ? () => void remove() : undefined}
    />
  );
}
