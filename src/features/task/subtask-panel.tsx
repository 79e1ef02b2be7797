import { ActionIcon } from '@mantine/core';
import { IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { withAllAccess } from '../../../model/permissions/actor.ts';
import { mayChangeSubtask } from '../../../model/permissions/subtask.ts';
import { useActor, useAllowed } from '../../data/client.tsx';
import { useHasDraft } from '../../data/drafts.ts';
import { useSubtask } from '../../data/subtasks.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Panel } from '../../ui/overlays/panel.tsx';
import { SubtaskForm } from './subtask-form.tsx';
import { SubtaskView } from './subtask-view.tsx';
import { useSubtaskActions } from './use-subtask-actions.ts';

interface Props {
  readonly task: Task;
  /** `new` shows the form. */
  readonly subtaskId: string;
  readonly onCopyLink: (subtaskId: string) => void;
  readonly onClose: () => void;
}

/** Subtask panel above the panel of its task: create, view, update (board spec, 2). */
export function SubtaskPanel({ task, subtaskId, onCopyLink, onClose }: Props) {
  const subtask = useSubtask(subtaskId === 'new' ? undefined : subtaskId);
  if (subtaskId === 'new') return <SubtaskForm task={task} onClose={onClose} />;
  if (subtask === undefined) return null;
  if (subtask === null || !subtask.status) {
    return (
      <Panel title="Subtask" width={480} onClose={onClose} closeLabel="Close subtask">
        <EmptyState
          text="This subtask is not here any more"
          hint="Either it was deleted, or it has not been downloaded yet."
        />
      </Panel>
    );
  }
  return (
    <OpenSubtask
      task={task}
      subtask={subtask}
      onCopyLink={() => onCopyLink(subtask.id)}
      onClose={onClose}
    />
  );
}

interface OpenSubtaskProps {
  readonly task: Task;
  readonly subtask: Subtask;
  readonly onCopyLink: () => void;
  readonly onClose: () => void;
}

const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

function OpenSubtask({ task, subtask, onCopyLink, onClose }: OpenSubtaskProps) {
  const actor = useActor();
  const allowed = useAllowed();
  const { remove } = useSubtaskActions();
  const [editing, setEditing] = useState(useHasDraft(`subtask-edit:${subtask.id}`));
  if (editing) {
    return <SubtaskForm task={task} subtask={subtask} onClose={() => setEditing(false)} />;
  }
  const changes =
    actor !== undefined && mayChangeSubtask(withAllAccess(actor), task, subtask) === undefined;
  const edit = async () => {
    if (await allowed((who) => mayChangeSubtask(who, task, subtask))) setEditing(true);
  };
  return (
    <Panel
      title={subtask.name}
      width={480}
      onClose={onClose}
      closeLabel="Close subtask"
      actions={
        <>
          {changes && (
            <ActionIcon aria-label="Edit subtask" onClick={() => void edit()}>
              <IconPencil {...ICON} />
            </ActionIcon>
          )}
          <ActionIcon aria-label="Copy link to this subtask" onClick={onCopyLink}>
            <IconLink {...ICON} />
          </ActionIcon>
          {changes && (
            <ActionIcon
              aria-label="Delete subtask"
              onClick={async () => {
                if (await remove(task, subtask)) onClose();
              }}
            >
              <IconTrash {...ICON} />
            </ActionIcon>
          )}
        </>
      }
    >
      <SubtaskView task={task} subtask={subtask} />
    </Panel>
  );
}
