import { useDraggable, useDroppable } from '@dnd-kit/core';
import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconEye,
  IconGripVertical,
  IconLink,
  IconPaperclip,
  IconTrash,
} from '@tabler/icons-react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { withAllAccess } from '../../../model/permissions/actor.ts';
import { mayChangeSubtask, mayTickSubtask } from '../../../model/permissions/subtask.ts';
import { isOverdue, localDay } from '../../../model/shared/dates.ts';
import { useActor } from '../../data/client.tsx';
import { usePendingMark } from '../../data/sync-status.ts';
import { dateInFull, formatDate } from '../../ui/text/date-format.ts';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import classes from './subtasks.module.css';
import { lockedProps, usePermissionMessage } from './use-permission-message.ts';
import { useSubtaskActions } from './use-subtask-actions.ts';

interface Props {
  readonly task: Task;
  readonly subtask: Subtask;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onOpen: () => void;
  readonly onCopyLink: () => void;
  readonly onMove: (by: -1 | 1) => void;
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Subtask row: checkbox, name, date; moved by mouse, after a long press, or through its menu. */
export function SubtaskRow({ task, subtask, isFirst, isLast, onOpen, onCopyLink, onMove }: Props) {
  const actor = useActor();
  const { toggle, remove } = useSubtaskActions();
  const mark = usePendingMark('subtasks', subtask.id);
  const ticking = usePermissionMessage(task)(mayTickSubtask);
  const changes =
    actor !== undefined && mayChangeSubtask(withAllAccess(actor), task, subtask) === undefined;
  const drag = useDraggable({ id: subtask.id, data: { name: subtask.name }, disabled: !changes });
  const drop = useDroppable({ id: subtask.id });
  const shift = drag.transform === null ? undefined : `translateY(${drag.transform.y}px)`;
  return (
    <li
      ref={(node) => {
        drag.setNodeRef(node);
        drop.setNodeRef(node);
      }}
      className={classes.row}
      data-dragging={drag.isDragging || undefined}
      data-over={(drop.isOver && !drag.isDragging) || undefined}
      data-draggable={changes || undefined}
      style={shift === undefined ? undefined : { transform: shift }}
      {...drag.listeners}
    >
      <span className={classes.handle} data-idle={!changes || undefined}>
        {changes && <IconGripVertical size={14} stroke={1.5} aria-hidden />}
      </span>
      <Checkbox
        size="xs"
        aria-label={`Completed: ${subtask.name}`}
        checked={subtask.is_completed}
        disabled={!ticking.offered}
        {...lockedProps(ticking.blocked)}
        onChange={() => void toggle(subtask)}
      />
      <button
        type="button"
        className={classes.name}
        data-done={subtask.is_completed || undefined}
        onClick={onOpen}
        onKeyDown={(event) => {
          if (!event.altKey || !changes) return;
          if (event.key === 'ArrowUp' && !isFirst) onMove(-1);
          else if (event.key === 'ArrowDown' && !isLast) onMove(1);
          else return;
          event.preventDefault();
        }}
      >
        {subtask.name}
      </button>
      <RowMark mark={mark} />
      {subtask.document !== null && (
        <IconPaperclip
          size={14}
          stroke={1.5}
          className={classes.muted}
          aria-label="Has a document"
        />
      )}
      <SubtaskDate subtask={subtask} />
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon size={24} aria-label={`Actions for subtask ${subtask.name}`}>
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEye {...ICON} />} onClick={onOpen}>
            Preview
          </Menu.Item>
          <Menu.Item leftSection={<IconLink {...ICON} />} onClick={onCopyLink}>
            Copy link
          </Menu.Item>
          {changes && (
            <>
              <Menu.Item
                leftSection={<IconArrowUp {...ICON} />}
                disabled={isFirst}
                onClick={() => onMove(-1)}
              >
                Move up
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowDown {...ICON} />}
                disabled={isLast}
                onClick={() => onMove(1)}
              >
                Move down
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconTrash {...ICON} />}
                onClick={() => void remove(task, subtask)}
              >
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

export function SubtaskDate({ subtask }: { readonly subtask: Subtask }) {
  const now = useNow(60_000);
  if (subtask.end_date === null) return null;
  const today = localDay(now, new Date(now).getTimezoneOffset());
  const overdue = isOverdue(subtask, today);
  return (
    <time
      className={classes.date}
      dateTime={subtask.end_date}
      title={dateInFull(subtask.end_date)}
      data-overdue={overdue || undefined}
    >
      {formatDate(subtask.end_date, today)}
      {overdue && <span className={classes.hidden}>, overdue</span>}
    </time>
  );
}
