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
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { mayAddSubtask } from '../../../model/permissions/subtask.ts';
import { useAllowed } from '../../data/client.tsx';
import { areMissing } from '../../data/project-details.ts';
import { useTaskDetails } from '../../data/task-details.ts';
import { useMoveSubtask } from '../../data/subtasks.ts';
import { i18n } from '../../i18n/i18n.ts';
import { restoreLostFocus } from '../../ui/focus/move-focus.ts';
import { DRAG_MESSAGES } from '../../ui/text/drag-messages.ts';
import { SubtaskQuickAdd } from './subtask-quick-add.tsx';
import { SubtaskRow } from './subtask-row.tsx';
import classes from './subtasks.module.css';
import { usePermissionMessage } from './use-permission-message.ts';

interface Props {
  readonly task: Task;
  readonly subtasks: readonly Subtask[];
  /** Subtask whose fields are shown. */
  readonly open: string | undefined;
  /** Opens a subtask or closes the open one; `new` opens the form. */
  readonly onOpen: (subtaskId: string | undefined) => void;
  /** Opens the form of a subtask. */
  readonly onEdit: (subtaskId: string) => void;
  readonly onCopyLink: (subtaskId: string) => void;
}

/** Constant objects: with new ones every row would render again with the list. */
const BY_MOUSE = { activationConstraint: { distance: 4 } };
const BY_FINGER = { activationConstraint: { delay: 180, tolerance: 8 } };

/** Subtasks of a task: checkbox, preview, order, add (board spec, 2). */
export function SubtaskList({ task, subtasks, open, onOpen, onEdit, onCopyLink }: Props) {
  const lacksDetails = areMissing(useTaskDetails(task));
  const place = useMoveSubtask();
  const headingId = useId();
  const sensors = useSensors(useSensor(MouseSensor, BY_MOUSE), useSensor(TouchSensor, BY_FINGER));
  const isMissing = open !== undefined && open !== 'new' && subtasks.every(({ id }) => id !== open);
  const done = subtasks.filter((subtask) => subtask.is_completed).length;
  const moveTo = async (id: string, index: number) => {
    const from = subtasks.findIndex((subtask) => subtask.id === id);
    const others = subtasks.filter((subtask) => subtask.id !== id);
    if (from === -1 || from === index || index < 0 || index > others.length) return;
    await place(id, others[index - 1], others[index], {
      undo: () => place(id, others[from - 1], others[from]),
    });
  };
  const drop = ({ active, over }: DragEndEvent) => {
    const index = subtasks.findIndex((subtask) => subtask.id === over?.id);
    if (index !== -1) void moveTo(String(active.id), index);
  };
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.heading}>
        {i18n.t('Subtasks')}{' '}
        {subtasks.length > 0 && (
          <span className={classes.muted}>
            {done}/{subtasks.length}
          </span>
        )}
      </h3>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={DRAG_MESSAGES}
      >
        <ul className={classes.list}>
          {subtasks.map((subtask: Subtask, index) => (
            <SubtaskRow
              key={subtask.id}
              task={task}
              subtask={subtask}
              isFirst={index === 0}
              isLast={index === subtasks.length - 1}
              isOpen={subtask.id === open}
              onOpen={(isOpen) => onOpen(isOpen ? subtask.id : undefined)}
              onEdit={() => onEdit(subtask.id)}
              onCopyLink={() => onCopyLink(subtask.id)}
              onMove={(by) => void moveTo(subtask.id, index + by)}
            />
          ))}
        </ul>
      </DndContext>
      {isMissing && !lacksDetails && (
        <output className={classes.missing}>
          {i18n.t(
            'This subtask is not here any more: either it was deleted, or it has not been downloaded yet.',
          )}
        </output>
      )}
      <AddSubtask
        task={task}
        isEmpty={subtasks.length === 0 && !lacksDetails}
        onForm={() => onOpen('new')}
      />
    </section>
  );
}

interface AddSubtaskProps {
  readonly task: Task;
  readonly isEmpty: boolean;
  readonly onForm: () => void;
}

function AddSubtask({ task, isEmpty, onForm }: AddSubtaskProps) {
  const [open, setOpen] = useState(false);
  const [isBack, setBack] = useState(false);
  const allowed = useAllowed();
  const { offered } = usePermissionMessage(task)(mayAddSubtask);
  if (!offered) {
    return isEmpty ? <p className={classes.muted}>{i18n.t('No subtasks yet')}</p> : null;
  }
  if (open) {
    const close = () => {
      setOpen(false);
      setBack(true);
    };
    return <SubtaskQuickAdd task={task} onForm={onForm} onClose={close} />;
  }
  return (
    <Button
      ref={isBack ? restoreLostFocus : undefined}
      size="compact-sm"
      variant="subtle"
      color="gray"
      className={classes.add}
      leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
      onClick={async () => {
        if (await allowed((who) => mayAddSubtask(who, task))) setOpen(true);
      }}
    >
      {i18n.t('Add subtask')}
    </Button>
  );
}
