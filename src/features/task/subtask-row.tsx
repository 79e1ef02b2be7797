import { useDraggable, useDroppable } from '@dnd-kit/core';
import { ActionIcon, Checkbox, VisuallyHidden } from '@mantine/core';
import {
  IconChevronRight,
  IconGripVertical,
  IconPaperclip,
  IconPencil,
  IconUserPlus,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Subtask } from '../../../model/entities/subtask.ts';
import type { Task } from '../../../model/entities/task.ts';
import { mayChangeSubtask, mayTickSubtask } from '../../../model/permissions/subtask.ts';
import { isOverdue, localDay } from '../../../model/shared/dates.ts';
import { nameOfPerson } from '../../data/person-name.ts';
import { useAllowed } from '../../data/client.tsx';
import { useHasDraft } from '../../data/stored-drafts.ts';
import { usePerson } from '../../data/people.ts';
import { usePendingMark } from '../../data/sync-status.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useEscape } from '../../ui/focus/use-escape.tsx';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { dateInFull, formatDate } from '../../ui/text/date-format.ts';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { OwnReceipt } from './own-receipt.tsx';
import { SubtaskFields, useOpenSubtaskPicker } from './subtask-fields.tsx';
import { SubtaskMenu } from './subtask-menu.tsx';
import { nameDraftOf, SubtaskNameField } from './subtask-name.tsx';
import classes from './subtasks.module.css';
import { lockedProps, usePermissionMessage } from './use-permission-message.ts';
import { useSubtaskActions } from './use-subtask-actions.ts';

interface Props {
  readonly task: Task;
  readonly subtask: Subtask;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Its fields are shown below the row. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** Opens the form with all fields. */
  readonly onEdit: () => void;
  readonly onCopyLink: () => void;
  readonly onMove: (by: -1 | 1) => void;
}

/** Subtask: checkbox, name, assignee, date, and its fields below while it is open; moved by mouse, long press or menu. */
export function SubtaskRow(props: Props) {
  const { task, subtask, isFirst, isLast, isOpen, onOpen, onMove } = props;
  const { toggle, remove } = useSubtaskActions();
  const allowed = useAllowed();
  const fieldsId = useId();
  const name = useRef<HTMLButtonElement>(null);
  const [isRenaming, setRenaming] = useState(useHasDraft(nameDraftOf(subtask)));
  const mark = usePendingMark('subtasks', subtask.id);
  const permission = usePermissionMessage(task);
  const ticking = permission((who, one) => mayTickSubtask(who, one, subtask));
  const changing = permission((who, one) => mayChangeSubtask(who, one, subtask));
  const changes = changing.offered;
  const drag = useDraggable({ id: subtask.id, data: { name: subtask.name }, disabled: !changes });
  const drop = useDroppable({ id: subtask.id });
  const { transform } = drag;
  const ask = async (then: () => void) => {
    if (await allowed((who) => mayChangeSubtask(who, task, subtask))) then();
  };
  const close = () => {
    onOpen(false);
    moveFocus(name.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || !changes) return;
    if (event.key === 'ArrowUp' && !isFirst) onMove(-1);
    else if (event.key === 'ArrowDown' && !isLast) onMove(1);
    else return;
    event.preventDefault();
  };
  return (
    <li
      ref={(node) => {
        drag.setNodeRef(node);
        drop.setNodeRef(node);
      }}
      className={classes.item}
      data-dragging={drag.isDragging || undefined}
      data-over={(drop.isOver && !drag.isDragging) || undefined}
      data-open={isOpen || undefined}
      style={transform === null ? undefined : { transform: `translateY(${transform.y}px)` }}
    >
      <div
        className={classes.row}
        data-draggable={changes || undefined}
        {...(isRenaming ? {} : drag.listeners)}
      >
        <span className={classes.handle} data-idle={!changes || undefined}>
          {changes && <IconGripVertical size={14} stroke={1.5} aria-hidden />}
        </span>
        <Checkbox
          size="xs"
          aria-label={i18n.t('Completed: {name}', { name: subtask.name })}
          checked={subtask.is_completed}
          disabled={!ticking.offered}
          {...lockedProps(ticking.blocked)}
          onChange={() => void toggle(subtask)}
        />
        {isRenaming ? (
          <SubtaskNameField
            subtask={subtask}
            onDone={(isByKey) => {
              setRenaming(false);
              if (isByKey) requestAnimationFrame(() => moveFocus(name.current));
            }}
          />
        ) : (
          <button
            type="button"
            ref={name}
            className={classes.name}
            data-subtask-name={subtask.id}
            data-done={subtask.is_completed || undefined}
            aria-expanded={isOpen}
            aria-controls={isOpen ? fieldsId : undefined}
            onClick={() => onOpen(!isOpen)}
            onKeyDown={onKeyDown}
          >
            <IconChevronRight size={14} stroke={1.6} className={classes.chevron} aria-hidden />
            <span>{subtask.name}</span>
          </button>
        )}
        {isOpen && changes && !isRenaming && (
          <ActionIcon
            size={24}
            aria-label={i18n.t('Rename subtask {name}', { name: subtask.name })}
            data-tip={i18n.t('Rename')}
            onClick={() => void ask(() => setRenaming(true))}
          >
            <IconPencil size={15} stroke={1.5} aria-hidden />
          </ActionIcon>
        )}
        <RowMark mark={mark} />
        <OwnReceipt
          table="subtasks"
          row={subtask}
          author={subtask.created_by}
          what={subtask.name}
        />
        {subtask.document !== null && <DocumentMark />}
        <SubtaskDate subtask={subtask} />
        <SubtaskFace task={task} subtask={subtask} />
        <SubtaskMenu
          subtask={subtask}
          changes={changes}
          isFirst={isFirst}
          isLast={isLast}
          onCopyLink={props.onCopyLink}
          onEdit={() => void ask(props.onEdit)}
          onMove={onMove}
          onDelete={() => void remove(task, subtask)}
        />
      </div>
      {isOpen && (
        <OpenFields id={fieldsId} name={subtask.name} onClose={close}>
          <SubtaskFields task={task} subtask={subtask} />
        </OpenFields>
      )}
    </li>
  );
}

function DocumentMark() {
  return (
    <IconPaperclip
      size={14}
      stroke={1.5}
      className={classes.muted}
      aria-label={i18n.t('Has a document')}
    />
  );
}

interface OpenFieldsProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Escape closes it before the panel. */
function OpenFields({ id, name, onClose, children }: OpenFieldsProps) {
  const section = useRef<HTMLElement>(null);
  useEscape(onClose);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      ref={section}
      id={id}
      className={classes.open}
      aria-label={i18n.t('Subtask {name}', { name })}
    >
      {children}
    </section>
  );
}

interface FaceProps {
  readonly task: Task;
  readonly subtask: Subtask;
}

/** Picture of the assignee; for those with the right a button that opens the picker. */
function SubtaskFace({ task, subtask }: FaceProps) {
  const person = usePerson(subtask.assigned_to);
  const open = useOpenSubtaskPicker(task, subtask)('assignee');
  const name = subtask.assigned_to === null ? undefined : nameOfPerson(person);
  if (open === undefined) {
    return name === undefined ? null : (
      <span className={classes.face} data-tip={name}>
        <PersonAvatar name={name} size={20} tooltip={false} />
        <span className={classes.hidden}>{i18n.t('Assigned to {name}', { name })}</span>
      </span>
    );
  }
  return (
    <ActionIcon
      size={24}
      className={classes.face}
      data-tip={name ?? i18n.t('Assign')}
      onClick={open}
    >
      <VisuallyHidden>
        {name === undefined
          ? i18n.t('Assignee of subtask {subtask}: nobody', { subtask: subtask.name })
          : i18n.t('Assignee of subtask {subtask}: {name}', { subtask: subtask.name, name })}
      </VisuallyHidden>
      {name === undefined ? (
        <IconUserPlus size={15} stroke={1.5} aria-hidden />
      ) : (
        <PersonAvatar name={name} size={20} tooltip={false} />
      )}
    </ActionIcon>
  );
}

function SubtaskDate({ subtask }: { readonly subtask: Subtask }) {
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
      {overdue && <span className={classes.hidden}>{i18n.t(', overdue')}</span>}
    </time>
  );
}
