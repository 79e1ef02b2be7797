import { IconCalendar, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { mayChangeSubtask } from '../../../model/permissions/subtask.ts';
import { isOverdue, localDay } from '../../../model/shared/dates.ts';
import { nameOfPerson } from '../../../model/shared/person-name.ts';
import { useAllowed } from '../../data/client.tsx';
import { useFile, useFileBytes } from '../../data/files.ts';
import { usePerson } from '../../data/people.ts';
import { useSetSubtaskDocument } from '../../data/subtasks.ts';
import { type PickerKind, useTaskPicker } from '../../data/task-picker.ts';
import { FilePreview } from '../../ui/files/file-preview.tsx';
import { saveFile } from '../../ui/files/save-file.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { dateInFull, formatDate } from '../../ui/text/date-format.ts';
import { ChipPeople, FieldChip } from './field-chip.tsx';
import { StartDate } from './start-date.tsx';
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
  const now = useNow(60_000);
  const today = localDay(now, new Date(now).getTimezoneOffset());
  const overdue = isOverdue(subtask, today);
  return (
    <>
      <RowFailure table="subtasks" rowId={subtask.id} what="this subtask" />
      <dl className={classes.fields}>
        <Field name="Assignee">
          <SubtaskAssignee task={task} subtask={subtask} />
        </Field>
        <Field name="Start date">
          <FieldChip
            name="Start date"
            icon={<IconCalendar {...SMALL_ICON} />}
            shortcut="t"
            isEmpty={subtask.start_date === null}
            onOpen={open('start')}
          >
            {subtask.start_date === null ? 'None' : <StartDate date={subtask.start_date} />}
          </FieldChip>
        </Field>
        <Field name="Due date">
          <FieldChip
            name="Due date"
            icon={<IconCalendar {...SMALL_ICON} />}
            shortcut="d"
            isEmpty={subtask.end_date === null}
            isOverdue={overdue}
            onOpen={open('due')}
          >
            {subtask.end_date === null ? (
              'No Due Date'
            ) : (
              <time dateTime={subtask.end_date} title={dateInFull(subtask.end_date)}>
                {formatDate(subtask.end_date, today)}
                {overdue && ', overdue'}
              </time>
            )}
          </FieldChip>
        </Field>
        <Field name="Created by">{nameOfPerson(author)}</Field>
      </dl>
      {subtask.document !== null && (
        <section className={classes.section}>
          <h3 className={classes.heading}>Document</h3>
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
      name="Assignee"
      icon={id === null ? <IconUser {...SMALL_ICON} /> : undefined}
      shortcut="a"
      isEmpty={id === null}
      onOpen={open('assignee')}
    >
      <ChipPeople
        people={id === null ? [] : [{ id, name: nameOfPerson(person) }]}
        empty="No Member assigned"
      />
    </FieldChip>
  );
}

function Field({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.field}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function SubtaskDocument({ task, subtask, document }: Props & { readonly document: string }) {
  const file = useFile(document);
  const allowed = useAllowed();
  const dialogs = useDialogs();
  const bytesOf = useFileBytes();
  const setDocument = useSetSubtaskDocument();
  const { offered } = usePermissionMessage(task)((who, one) => mayChangeSubtask(who, one, subtask));
  if (file === undefined) return null;
  if (file === null) return <p className={classes.muted}>It is not on this device yet.</p>;
  const remove = async () => {
    if (!(await allowed((who) => mayChangeSubtask(who, task, subtask)))) return;
    const isImage = file.kind === 'image';
    const sure = await dialogs.confirm({
      title: isImage ? 'Delete image' : 'Delete document',
      message: `Are you sure you want to delete this ${isImage ? 'image' : 'document'} ?`,
      confirm: 'Delete',
      danger: true,
    });
    if (!sure) return;
    await setDocument(subtask.id, null, {
      subject: isImage ? 'Image' : 'Document',
      undo: () => void setDocument(subtask.id, document),
    });
  };
  const download = async () => {
    const bytes = await bytesOf(file);
    if (bytes !== undefined) saveFile(bytes, file.name);
  };
  return (
    <FilePreview
      file={file}
      onDownload={() => void download()}
      onDelete={offered ? () => void remove() : undefined}
    />
  );
}
