import { planOf, type Todo } from '../../../model/entities/todo.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
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
  /** True when it is committed on this device; shows a failure. */
  const isDone = async (outcome: Promise<Refusal | undefined>): Promise<boolean> => {
    if ((await outcome) === undefined) return true;
    showToast({ message: translated(UPDATE_FAILED), kind: 'error' });
    return false;
  };
  return {
    rename: async (todo, name) =>
      await isDone(
        changes.rename(todo.id, name, { undo: () => isDone(changes.rename(todo.id, todo.name)) }),
      ),
    setStatus: async (todo, status) => {
      const undo = () => isDone(changes.setStatus(todo.id, todo.status));
      await isDone(changes.setStatus(todo.id, status, { undo }));
    },
    plan: async (todo, plan) => {
      const before = planOf(todo);
      const message = 'due_date' in plan ? i18n.t('Due date saved') : i18n.t('Reminder saved');
      const back =
        'due_date' in plan ? { due_date: before.due_date } : { remind_at: before.remind_at };
      const undo = () => isDone(changes.plan(todo.id, back));
      await isDone(changes.plan(todo.id, plan, { message, undo }));
    },
    remove: async (todo) => {
      await isDone(changes.remove(todo.id, { undo: () => isDone(changes.restore(todo)) }));
    },
  };
}
