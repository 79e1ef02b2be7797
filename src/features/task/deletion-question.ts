import type { Task } from '../../../model/entities/task.ts';
import { i18n } from '../../i18n/i18n.ts';

/** The question before a deletion: until when it can be restored, and what is erased after that. */
export function deletionQuestion({ name }: Pick<Task, 'name'>, days: number) {
  return {
    title: i18n.t('Delete "{name}"?', { name }),
    message: i18n.t(
      'You can restore it for {days, plural, one {# day} other {# days}}, among the archived tasks. After that it is erased for everybody, with its comments, subtasks, files and sign-off steps. Backups of the server keep it until they expire.',
      { days },
    ),
    confirm: i18n.t('Delete'),
    danger: true,
  };
}
