import { Checkbox } from '@mantine/core';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { withAllAccess } from '../../../model/permissions/actor.ts';
import { mayChangeSubtask, mayTickSubtask } from '../../../model/permissions/subtask.ts';
import { nameOfPerson } from '../../../model/shared/person-name.ts';
import { useActor, useAllowed } from '../../data/client.tsx';
import { useFile, useFileBytes } from '../../data/files.ts';
import { usePerson } from '../../data/people.ts';
import { useSetSubtaskDocument } from '../../data/subtasks.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { FilePreview } from '../../ui/files/file-preview.tsx';
import { saveFile } from '../../ui/files/save-file.ts';
import { StartDate } from './start-date.tsx';
import { SubtaskDate } from './subtask-row.tsx';
import classes from './task-panel.module.css';
import { RowFailure } from './task-failures.tsx';
import { lockedProps, usePermissionMessage } from './use-permission-message.ts';
import { useSubtaskActions } from './use-subtask-actions.ts';

interface Props {
  readonly task: Task;
  readonly subtask: Subtask;
}

/** Read view of a subtask: checkbox, dates, creator, document. */
export function SubtaskView({ task, subtask }: Props) {
  const author = usePerson(subtask.created_by);
  const { toggle } = useSubtaskActions();
  const ticking = usePermissionMessage(task)(mayTickSubtask);
  return (
    <>
      <RowFailure table="subtasks" rowId={subtask.id} what="this subtask" />
      <section className={classes.ticks} aria-label="Completion">
        <Checkbox
          size="sm"
          label="Completed"
          checked={subtask.is_completed}
          disabled={!ticking.offered}
          {...lockedProps(ticking.blocked)}
          onChange={() => void toggle(subtask)}
        />
      </section>
      <dl className={classes.fields}>
        <div className={classes.field}>
          <dt>Task</dt>
          <dd>{task.name}</dd>
        </div>
        <div className={classes.field}>
          <dt>Start date</dt>
          <dd>
            {subtask.start_date === null ? (
              <span className={classes.muted}>None</span>
            ) : (
              <StartDate date={subtask.start_date} />
            )}
          </dd>
        </div>
        <div className={classes.field}>
          <dt>Due date</dt>
          <dd>
            {subtask.end_date === null ? (
              <span className={classes.muted}>No Due Date</span>
            ) : (
              <SubtaskDate subtask={subtask} />
            )}
          </dd>
        </div>
        <div className={classes.field}>
          <dt>Created by</dt>
          <dd>{nameOfPerson(author)}</dd>
        </div>
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

function SubtaskDocument({ task, subtask, document }: Props & { readonly document: string }) {
  const file = useFile(document);
  const actor = useActor();
  const allowed = useAllowed();
  const dialogs = useDialogs();
  const bytesOf = useFileBytes();
  const setDocument = useSetSubtaskDocument();
  if (file === undefined) return null;
  if (file === null) return <p className={classes.muted}>It is not on this device yet.</p>;
  const offered =
    actor !== undefined && mayChangeSubtask(withAllAccess(actor), task, subtask) === undefined;
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
