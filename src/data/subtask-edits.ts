import { useMemo } from 'react';
import type { Subtask } from '../../model/entities/subtask.ts';
import { subtaskAssign } from '../../model/mutations/subtask/subtask-assign.ts';
import { subtaskEdit } from '../../model/mutations/subtask/subtask-edit.ts';
import { i18n } from '../i18n/i18n.ts';
import { useMutate } from './client.tsx';
import type { SubtaskChanges } from './subtasks.ts';
import type { SuccessOptions } from './success.tsx';

/** Changes of one property of a subtask, each with Undo; they resolve to true when it was changed. */
export function useSubtaskEdits() {
  const mutate = useMutate();
  return useMemo(() => {
    const edit = async (id: string, changes: SubtaskChanges, success: SuccessOptions) =>
      await mutate(subtaskEdit, { id, ...changes }, { success });
    const assign = async (
      { id, project }: Subtask,
      to: { readonly assigned_to: string | null; readonly taken_back?: true },
      success: SuccessOptions,
    ) => await mutate(subtaskAssign, { id, project, ...to }, { success });
    return {
      rename: async ({ id, name: before }: Subtask, name: string) =>
        await edit(
          id,
          { name },
          { message: i18n.t('Name changed'), undo: () => edit(id, { name: before }, {}) },
        ),
      /** Null: no date. */
      setDate: async (
        { id, ...before }: Subtask,
        field: 'start_date' | 'end_date',
        date: string | null,
      ) =>
        before[field] !== date &&
        (await edit(
          id,
          { [field]: date },
          {
            message: field === 'end_date' ? dueChanged(date) : startChanged(date),
            undo: () => edit(id, { [field]: before[field] }, {}),
          },
        )),
      /** Null: nobody. */
      assign: async (subtask: Subtask, person: string | null) =>
        subtask.assigned_to !== person &&
        (await assign(
          subtask,
          { assigned_to: person },
          {
            undo: () => assign(subtask, { assigned_to: subtask.assigned_to, taken_back: true }, {}),
          },
        )),
    };
  }, [mutate]);
}

function dueChanged(date: string | null): string {
  return date === null ? i18n.t('Due date removed') : i18n.t('Due date set');
}

function startChanged(date: string | null): string {
  return date === null ? i18n.t('Start date removed') : i18n.t('Start date set');
}
