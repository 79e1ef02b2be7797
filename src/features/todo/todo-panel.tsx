import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconChecklist, IconPlus } from '@tabler/icons-react';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { groupTodos, type Todo, type TodoDay } from '../../../model/entities/todo.ts';
import { wasReported } from '../../data/client.tsx';
import { useDraft } from '../../data/drafts.ts';
import { useIsDownloading } from '../../data/downloading.ts';
import { useTodoChanges, useTodoMarks, useTodos } from '../../data/todos.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { Panel } from '../../ui/overlays/panel.tsx';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { TodoGroup } from './todo-group.tsx';
import { dayOf } from './todo-format.ts';
import styles from './todo.module.css';

/** Todos rendered at first; older days are added on demand. */
const PAGE = 100;

interface TodoPanelProps {
  /** Id of the todo that a link refers to. */
  readonly shown?: string | undefined;
  readonly onClose: () => void;
}

/** Todo panel, 680 px wide (board spec, 9). */
export function TodoPanel({ shown, onClose }: TodoPanelProps) {
  const todos = useTodos();
  const open = todos?.filter((todo) => !todo.status).length ?? 0;
  return (
    <Panel
      title={
        <>
          {i18n.t('Todo')}
          {open === 0 ? null : (
            <span className={styles['count']}>{i18n.t('{count} open', { count: open })}</span>
          )}
        </>
      }
      width={680}
      onClose={onClose}
      closeLabel={i18n.t('Close Todo')}
    >
      <AddTodo />
      <TodoList todos={todos} shown={shown} />
    </Panel>
  );
}

function AddTodo() {
  const draft = useDraft('todo-add', { name: '' });
  const changes = useTodoChanges();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = draft.values.name.trim();
    field.current?.focus();
    if (name === '') return;
    void draft.send(async () => {
      const refusal = await changes.add(name);
      if (refusal !== undefined && !wasReported(refusal)) {
        showToast({ message: translated(refusal.message), kind: 'error' });
      }
      return refusal === undefined;
    });
  };
  return (
    <form className={styles['adding']} onSubmit={submit}>
      <TextInput
        ref={field}
        className={styles['grow']}
        aria-label={i18n.t('New task name')}
        placeholder={i18n.t('Add a task')}
        maxLength={200}
        data-autofocus
        value={draft.values.name}
        onChange={(event) => draft.set({ name: event.currentTarget.value })}
      />
      <ActionIcon
        type="submit"
        size={36}
        variant="filled"
        color="brand"
        aria-label={i18n.t('Add task')}
        disabled={draft.values.name.trim() === ''}
      >
        <IconPlus {...ICON} />
      </ActionIcon>
    </form>
  );
}

interface TodoListProps {
  readonly todos: readonly Todo[] | undefined;
  readonly shown: string | undefined;
}

function TodoList({ todos, shown }: TodoListProps) {
  const downloading = useIsDownloading();
  const [limit, setLimit] = useState(PAGE);
  const days = useMemo(() => groupTodos(todos ?? [], dayOf), [todos]);
  const visible = firstDays(days, limit, shown);
  const marks = useTodoMarks(visible.flatMap((day) => day.todos.map(({ id }) => id)));
  if (todos === undefined || (downloading && todos.length === 0)) {
    return <LoadingRows count={4} height={40} />;
  }
  if (todos.length === 0) {
    return (
      <EmptyState
        icon={<IconChecklist {...ICON} size={30} />}
        text={i18n.t('Nothing to do yet')}
        hint={i18n.t(
          'Only you see this list. Write the first task above; it works without a network too.',
        )}
      />
    );
  }
  const hidden = todos.length - visible.reduce((sum, day) => sum + day.todos.length, 0);
  return (
    <>
      {visible.map((day) => (
        <TodoGroup key={day.day} day={day} marks={marks} shown={shown} />
      ))}
      {hidden > 0 ? (
        <Button variant="default" onClick={() => setLimit(limit + PAGE)}>
          {i18n.t('Show older ({count})', { count: hidden })}
        </Button>
      ) : null}
    </>
  );
}

/** Whole days with at least `limit` rows in total, and at least up to the linked row. */
function firstDays(
  days: readonly TodoDay[],
  limit: number,
  shown: string | undefined,
): readonly TodoDay[] {
  const target = days.findIndex((day) => day.todos.some(({ id }) => id === shown));
  let count = 0;
  return days.filter((day, index) => {
    const isIn = count < limit || index <= target;
    count += day.todos.length;
    return isIn;
  });
}
