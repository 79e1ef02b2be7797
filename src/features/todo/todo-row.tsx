import { useDraggable, useDroppable } from '@dnd-kit/core';
import { ActionIcon, Checkbox, Tooltip, UnstyledButton } from '@mantine/core';
import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Todo } from '../../../model/entities/todo.ts';
import { useHasDraft } from '../../data/stored-drafts.ts';
import type { PendingMark } from '../../data/todos.ts';
import { i18n } from '../../i18n/i18n.ts';
import { restoreLostFocus } from '../../ui/focus/move-focus.ts';
import { usePassedFocus } from '../../ui/focus/use-passed-focus.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import { TodoDates } from './todo-dates.tsx';
import { renameDraft, TodoName } from './todo-name.tsx';
import { formatTime } from './todo-format.ts';
import { TodoPlan } from './todo-plan.tsx';
import styles from './todo.module.css';
import { useTodoActions } from './use-todo-actions.ts';

interface TodoRowProps {
  readonly todo: Todo;
  readonly mark: PendingMark | undefined;
  /** True when a link refers to this todo. */
  readonly isShown: boolean;
  /** Offset while another row is dragged. Pixels. */
  readonly shift: number;
  /** Moves up (-1) or down (1) by one. */
  readonly onStep: (step: -1 | 1) => void;
}

/** Todo: checkbox, name, actions. */
export function TodoRow({ todo, mark, isShown, shift, onStep }: TodoRowProps) {
  const actions = useTodoActions();
  const [isNaming, setNaming] = useState(useHasDraft(renameDraft(todo.id)));
  const [isNamed, setNamed] = useState(false);
  const drag = useDraggable({ id: todo.id, data: { name: todo.name } });
  const drop = useDroppable({ id: todo.id });
  const row = useRef<HTMLLIElement>(null);
  usePassedFocus(row);
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'center' });
  }, [isShown]);
  const offset = drag.transform === null ? shift : drag.transform.y;
  return (
    <li
      ref={(node) => {
        row.current = node;
        drag.setNodeRef(node);
        drop.setNodeRef(node);
      }}
      className={styles['row']}
      data-done={todo.status}
      data-lifted={drag.isDragging}
      data-shown={isShown}
      style={offset === 0 ? undefined : { transform: `translateY(${offset}px)` }}
    >
      <UnstyledButton
        className={styles['grip']}
        aria-label={i18n.t('Reorder {name}', { name: todo.name })}
        aria-description={i18n.t('Arrow up and down move it within its day')}
        {...drag.listeners}
        onKeyDown={(event) => stepOf(event, onStep)}
      >
        <IconGripVertical {...SMALL_ICON} />
      </UnstyledButton>
      <Checkbox
        className={styles['tick']}
        aria-label={i18n.t('Complete {name}', { name: todo.name })}
        checked={todo.status}
        onChange={(event) => void actions.setStatus(todo, event.currentTarget.checked)}
      />
      {isNaming ? (
        <TodoName
          todo={todo}
          onDone={() => {
            setNaming(false);
            setNamed(true);
          }}
        />
      ) : (
        <>
          <div className={styles['words']}>
            <UnstyledButton
              ref={isNamed ? restoreLostFocus : undefined}
              className={styles['name']}
              aria-description={i18n.t('Double click or press Enter to rename')}
              onDoubleClick={() => setNaming(true)}
              // A click by keyboard has no pointer.
              onClick={(event: MouseEvent) => {
                if (event.detail === 0) setNaming(true);
              }}
            >
              {todo.name}
            </UnstyledButton>
            <TodoDates todo={todo} />
            <time className={styles['time']} dateTime={todo.made_at}>
              {formatTime(todo.made_at)}
            </time>
          </div>
          <RowMark mark={mark} />
          <div className={styles['controls']}>
            <TodoPlan todo={todo} />
            <Tooltip label={i18n.t('Rename')}>
              <ActionIcon
                aria-label={i18n.t('Rename {name}', { name: todo.name })}
                onClick={() => setNaming(true)}
              >
                <IconPencil {...SMALL_ICON} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={i18n.t('Delete')}>
              <ActionIcon
                aria-label={i18n.t('Delete {name}', { name: todo.name })}
                onClick={() => void actions.remove(todo)}
              >
                <IconTrash {...SMALL_ICON} />
              </ActionIcon>
            </Tooltip>
          </div>
        </>
      )}
    </li>
  );
}

function stepOf(event: KeyboardEvent, onStep: (step: -1 | 1) => void): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  event.preventDefault();
  onStep(event.key === 'ArrowUp' ? -1 : 1);
}
