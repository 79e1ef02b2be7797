import { useCallback } from 'react';
import type { Task } from '../../../../model/entities/task.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { useEditTask } from '../../../data/task-changes.ts';
import { formatDate } from '../../../ui/text/date-format.ts';
import { showToast } from '../../../ui/overlays/toasts.tsx';

/** Sets the end date of a task, with undo; false when it was refused or nothing changes. */
export function useDayMove(today: string): (task: Task, day: string) => Promise<boolean> {
  const edit = useEditTask();
  return useCallback(
    async (task, day) => {
      const { id, start_date, end_date } = task;
      if (day === end_date) return false;
      if (start_date !== null && day < start_date) {
        showToast({ message: i18n.t('The end date is before the start date'), kind: 'error' });
        return false;
      }
      const success = {
        message: i18n.t('"{name}" is due {date}', {
          name: task.name,
          date: formatDate(day, today),
        }),
        undo: () => edit(id, { end_date }),
      };
      return await edit(id, { end_date: day }, success);
    },
    [edit, today],
  );
}
