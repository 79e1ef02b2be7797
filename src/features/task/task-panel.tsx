import { Suspense, useEffect, useMemo, useState } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { useMayStillArrive } from '../../data/downloading.ts';
import { useDraft } from '../../data/drafts.ts';
import { useOverwritesOfTask } from '../../data/overwrites.ts';
import { useReceiptSettings } from '../../data/receipt-settings.ts';
import { ReceiptsProvider, useReceiptsOf } from '../../data/receipts.ts';
import { useShots } from '../../data/shots.ts';
import { taskLink } from '../../data/task-link.ts';
import { useTask } from '../../data/tasks.ts';
import { i18n } from '../../i18n/i18n.ts';
import { OfferedFileProvider } from '../../ui/files/offered-file.tsx';
import { useFileToSend } from '../../ui/files/use-file-to-send.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { prefetch } from '../../ui/prefetch.ts';
import { Panel } from '../../ui/overlays/panel.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { CommentBox } from './comment-box.tsx';
import { editDraftOf } from './edit-draft.ts';
import { MissingDetails } from './missing-details.tsx';
import { MissingTask } from './missing-task.tsx';
import { TaskActions } from './task-actions.tsx';
import { TaskDetails } from './task-details.tsx';
import { TaskImage } from './task-image.tsx';
import { TaskFailures } from './task-failures.tsx';
import { loadSignOff, TaskSections, type TaskPoint } from './task-sections.tsx';
import { TaskTitle } from './task-title.tsx';

const taskEditForm = prefetch(async () => (await import('./task-edit-form.tsx')).TaskEditForm);
const subtaskForms = prefetch(async () => (await import('./subtask-forms.tsx')).SubtaskForms);
const overwrittenValues = prefetch(
  async () => (await import('./overwritten-values.tsx')).OverwrittenValues,
);
const { Component: OverwrittenValues } = overwrittenValues;
const { Component: TaskEditForm } = taskEditForm;
const { Component: SubtaskForms } = subtaskForms;

interface Props {
  readonly taskId: string;
  /** Slug of its project. */
  readonly slug: string;
  /** Comment linked by the address. */
  readonly commentId: string | undefined;
  /** Subtask opened by the address; `new` for the form. */
  readonly subtaskId: string | undefined;
  readonly onSubtask: (subtaskId: string | undefined) => void;
  readonly onClose: () => void;
}

/** Task details panel (board spec, 2): view, edit, comments. */
export function TaskPanel({ taskId, slug, ...rest }: Props) {
  const task = useTask(taskId);
  const mayCome = useMayStillArrive();
  if (task === undefined || (task === null && mayCome)) return null;
  if (task === null) return <MissingTask slug={slug} onClose={rest.onClose} />;
  return (
    <WithReceipts
      task={task}
      linkTo={(point = {}) => taskLink(slug, { task: taskId, ...point })}
      {...rest}
    />
  );
}

function WithReceipts(props: OpenTaskProps) {
  const receipts = useReceiptsOf(props.task);
  const settings = useReceiptSettings();
  const value = useMemo(() => ({ receipts, settings }), [receipts, settings]);
  return (
    <ReceiptsProvider value={value}>
      <OpenTask {...props} />
    </ReceiptsProvider>
  );
}

interface OpenTaskProps extends Omit<Props, 'taskId' | 'slug'> {
  readonly task: Task;
  /** Address of this task, or of a comment or subtask in it. */
  readonly linkTo: (point?: TaskPoint) => string;
}

function OpenTask({ task, commentId, subtaskId, linkTo, onSubtask, onClose }: OpenTaskProps) {
  const dialogs = useDialogs();
  const draft = useDraft(`task-edit:${task.id}`, editDraftOf(task));
  const overwrites = useOverwritesOfTask(task.id);
  const [editing, setEditing] = useState(draft.isDirty);
  const [isBackFromEdit, setBackFromEdit] = useState(false);
  const shots = useShots(`form:task-edit:${task.id}`);
  const image = useFileToSend(shots);
  const [editedSubtask, editSubtask] = useState<string>();
  const copyLink = async (point?: TaskPoint) => {
    await navigator.clipboard.writeText(linkTo(point));
    showToast({ message: i18n.t('Link copied') });
  };
  useEffect(() => {
    void taskEditForm.load();
    void subtaskForms.load();
    void loadSignOff();
  }, []);
  const stopEditing = () => {
    setEditing(false);
    setBackFromEdit(true);
  };
  const leaveEdit = async () => {
    const discard =
      (!draft.isDirty && image.file === undefined) ||
      (await dialogs.confirm({
        title: i18n.t('Discard your changes?'),
        message: i18n.t('They have not been saved yet.'),
        confirm: i18n.t('Discard'),
        cancel: i18n.t('Keep editing'),
        danger: true,
      }));
    if (!discard) return;
    draft.clear();
    image.pick(undefined);
    stopEditing();
  };
  return (
    <OfferedFileProvider>
      <Panel
        title={editing ? i18n.t('Update Task') : <TaskTitle task={task} />}
        width={560}
        onClose={() => (editing ? void leaveEdit() : onClose())}
        closeLabel={editing ? i18n.t('Stop editing') : i18n.t('Close task')}
        home={`[data-task-name="${CSS.escape(task.id)}"]`}
        actions={
          editing ? undefined : (
            <TaskActions
              task={task}
              isBackFromEdit={isBackFromEdit}
              onEdit={() => setEditing(true)}
              onCopyLink={() => void copyLink()}
              onArchived={onClose}
            />
          )
        }
        footer={editing ? undefined : <CommentBox task={task} />}
      >
        {editing ? (
          <Suspense>
            <TaskEditForm
              task={task}
              draft={draft}
              image={image}
              shots={shots}
              onCancel={() => void leaveEdit()}
              onSaved={stopEditing}
            />
          </Suspense>
        ) : (
          <>
            <TaskFailures task={task} />
            {overwrites === undefined || overwrites.length === 0 ? null : (
              <Suspense>
                <OverwrittenValues task={task} overwrites={overwrites} />
              </Suspense>
            )}
            <TaskImage task={task}>
              <TaskDetails task={task} />
            </TaskImage>
            <MissingDetails task={task} />
            <TaskSections
              task={task}
              commentId={commentId}
              subtaskId={subtaskId}
              onSubtask={onSubtask}
              onEditSubtask={(subtask) => {
                onSubtask(subtask);
                editSubtask(subtask);
              }}
              onCopyLink={(point) => void copyLink(point)}
            />
          </>
        )}
      </Panel>
      {subtaskId !== undefined && (
        <Suspense>
          <SubtaskForms
            key={subtaskId}
            task={task}
            subtaskId={subtaskId}
            isEditing={editedSubtask === subtaskId}
            onEdited={() => editSubtask(undefined)}
            onClose={() => onSubtask(undefined)}
          />
        </Suspense>
      )}
    </OfferedFileProvider>
  );
}
