import { planOf, type Todo } from '../../../model/entities/todo.ts';
import { type TodoPlan, useTodoChanges } from '../../data/todos.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { UPDATE_FAILED } from './todo-format.ts';

interface TodoActions {
  /** Resolves to true when it is committed on this device. */
  readonly rename: (todo: Todo, name: string) => Promise<boolean>;
  readonly setStatus: (todo: Todo, status: boolean) => Promise<void>;
  /** Sets or removes (null) the due date or the reminder. */
  readonly plan: (todo: Todo, plan: TodoPlan) => Promise<void>;
  readonly remove: (todo: Todo) => Promise<void>;
}

/** Changes of a todo with their toasts and undo. */
export function useTodoActions(): TodoActions {
  const changes = useTodoChanges();
  const failed = () => void showToast({ message: translated(UPDATE_FAILED), kind: 'error' });
  return {
    rename: async (todo, name) => {
      const refusal = await changes.rename(todo.id, name, {
        undo: () => void changes.rename(todo.id, todo.name),
      });
      if (refusal !== undefined) failed();
      return refusal === undefined;
    },
    setStatus: async (todo, status) => {
      const refusal = await changes.setStatus(todo.id, status, {
        undo: () => void changes.setStatus(todo.id, todo.status),
      });
      if (refusal !== undefined) failed();
    },
    plan: async (todo, plan) => {
      const before = planOf(todo);
      const message = 'due_date' in plan ? i18n.t('Due date saved') : i18n.t('Reminder saved');
      const refusal = await changes.plan(todo.id, plan, {
        message,
        undo: () =>
          void changes.plan(
            todo.id,
            'due_date' in plan ? { due_date: before.due_date } : { remind_at: before.remind_at },
          ),
      });
      if (refusal !== undefined) failed();
    },
    remove: async (todo) => {
      const refusal = await changes.remove(todo.id, { undo: () => void changes.restore(todo) });
      if (refusal !== undefined) failed();
    },
  };
}
