import { ActionIcon, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconDots, IconLink, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { mayDirectTask, mayEditTask } from '../../../model/permissions/task.ts';
import { useActor, useAllowed } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { useArchiveTask } from '../../data/task-changes.ts';
import { useTask } from '../../data/tasks.ts';
import { useDialogs } from '../../ui/dialogs.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { CommentBox } from './comment-box.tsx';
import { CommentList } from './comment-list.tsx';
import { TaskDetails } from './task-details.tsx';
import { editDraftOf } from './edit-draft.ts';
import { TaskEditForm } from './task-edit-form.tsx';
import { TaskTrouble } from './task-trouble.tsx';

interface Props {
  readonly taskId: string;
  /** Comment the address points at. */
  readonly commentId: string | undefined;
  /** Address of this task, or of a comment in it. */
  readonly linkTo: (commentId?: string) => string;
  readonly onClose: () => void;
}

/** The task details side panel (board spec, 2): view and edit, and the comments. */
export function TaskPanel({ taskId, commentId, linkTo, onClose }: Props) {
  const task = useTask(taskId);
  if (task === undefined) return null;
  if (task === null) {
    return (
      <SidePanel title="Task" width={560} onClose={onClose}>
        <EmptyState
          text="This task is not on this device"
          hint="Either it is gone, you have no access to it, or it has not been downloaded yet."
        />
      </SidePanel>
    );
  }
  return <OpenTask task={task} commentId={commentId} linkTo={linkTo} onClose={onClose} />;
}

interface OpenTaskProps extends Omit<Props, 'taskId'> {
  readonly task: Task;
}

function OpenTask({ task, commentId, linkTo, onClose }: OpenTaskProps) {
  const dialogs = useDialogs();
  const draft = useDraft(`task-edit:${task.id}`, editDraftOf(task));
  const [editing, setEditing] = useState(draft.isDirty);
  const copyLink = async (comment?: string) => {
    await navigator.clipboard.writeText(linkTo(comment));
    showToast({ message: 'Link copied' });
  };
  const leaveEdit = async () => {
    const discard =
      !draft.isDirty ||
      (await dialogs.confirm({
        title: 'Discard your changes?',
        message: 'They have not been saved yet.',
        confirm: 'Discard',
        cancel: 'Keep editing',
        danger: true,
      }));
    if (!discard) return;
    draft.clear();
    setEditing(false);
  };
  return (
    <SidePanel
      title={editing ? 'Update Task' : task.name}
      width={560}
      onClose={() => (editing ? void leaveEdit() : onClose())}
      closeLabel={editing ? 'Stop editing' : 'Close task'}
      actions={
        editing ? undefined : (
          <TaskActions
            task={task}
            onEdit={() => setEditing(true)}
            onCopyLink={() => void copyLink()}
            onArchived={onClose}
          />
        )
      }
      footer={editing ? undefined : <CommentBox task={task} />}
    >
      {editing ? (
        <TaskEditForm
          task={task}
          draft={draft}
          onCancel={() => void leaveEdit()}
          onSaved={() => setEditing(false)}
        />
      ) : (
        <>
          <TaskTrouble task={task} />
          <TaskDetails task={task} />
          <CommentList
            task={task}
            highlighted={commentId}
            onCopyLink={(comment) => void copyLink(comment)}
          />
        </>
      )}
    </SidePanel>
  );
}

interface TaskActionsProps {
  readonly task: Task;
  readonly onEdit: () => void;
  readonly onCopyLink: () => void;
  readonly onArchived: () => void;
}

const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

function TaskActions({ task, onEdit, onCopyLink, onArchived }: TaskActionsProps) {
  const actor = useActor();
  const allowed = useAllowed();
  const archive = useArchiveTask();
  const undo = useUndo();
  const mayEdit = actor !== undefined && mayEditTask(actor, task) === undefined;
  const mayArchive = actor !== undefined && mayDirectTask(actor, task) === undefined;
  const change = async () => {
    if (!(await archive(task.id, !task.status))) return;
    if (!task.status) {
      showToast({ message: 'Task successfully unarchived', stays: 3000 });
      return;
    }
    undo({ message: 'Task archived', undo: () => void archive(task.id, true) });
    onArchived();
  };
  return (
    <>
      {(mayEdit || actor?.post_access === false) && (
        <ActionIcon
          aria-label="Edit task"
          onClick={async () => {
            if (await allowed((who) => mayEditTask(who, task))) onEdit();
          }}
        >
          <IconPencil {...ICON} />
        </ActionIcon>
      )}
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon aria-label="More for this task">
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink {...ICON} size={16} />} onClick={onCopyLink}>
            Copy link
          </Menu.Item>
          {mayArchive && (
            <Menu.Item
              leftSection={
                task.status ? (
                  <IconArchive {...ICON} size={16} />
                ) : (
                  <IconArchiveOff {...ICON} size={16} />
                )
              }
              onClick={() => void change()}
            >
              {task.status ? 'Archive' : 'Unarchive'}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
