import type { Todo } from '../../../model/entities/todo.ts';
import { useTodoChanges } from '../../data/todos.ts';
import { showToast } from '../../ui/overlays/toasts.tsx';
import { useUndo } from '../../ui/overlays/undo.tsx';
import { NAME_UPDATED, STATUS_UPDATED, UPDATE_FAILED } from './todo-format.ts';

interface TodoActions {
  /** Resolves to true when it is committed on this device. */
  readonly rename: (todo: Todo, name: string) => Promise<boolean>;
  readonly setStatus: (todo: Todo, status: boolean) => Promise<void>;
  readonly remove: (todo: Todo) => Promise<void>;
}

/** Changes of a todo with their toasts and undo. */
export function useTodoActions(): TodoActions {
  const changes = useTodoChanges();
  const undo = useUndo();
  const failed = () => void showToast({ message: UPDATE_FAILED, kind: 'error' });
  return {
    rename: async (todo, name) => {
      if ((await changes.rename(todo.id, name)) !== undefined) {
        failed();
        return false;
      }
      undo({ message: NAME_UPDATED, undo: () => void changes.rename(todo.id, todo.name) });
      return true;
    },
    setStatus: async (todo, status) => {
      if ((await changes.setStatus(todo.id, status)) !== undefined) return failed();
      undo({
        message: STATUS_UPDATED,
        undo: () => void changes.setStatus(todo.id, todo.status),
      });
    },
    remove: async (todo) => {
      if ((await changes.remove(todo.id)) !== undefined) return failed();
      undo({ message: 'Task deleted', undo: () => void changes.restore(todo) });
    },
  };
}
