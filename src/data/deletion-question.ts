import { i18n } from '../i18n/i18n.ts';

/** The question before one task, by its name, or a number of tasks is deleted: until when they can be restored, and what is erased after that. */
export function deletionQuestion(what: { readonly name: string } | number, days: number) {
  const isOne = typeof what === 'object' || what === 1;
  return {
    title:
      typeof what === 'object'
        ? i18n.t('Delete "{name}"?', { name: what.name })
        : i18n.t('Delete {count, plural, one {# task} other {# tasks}}?', { count: what }),
    message: isOne
      ? i18n.t(
          'You can restore it for {days, plural, one {# day} other {# days}}, among the archived tasks. After that it is erased for everybody, with its comments, subtasks, files and sign-off steps. Backups of the server keep it until they expire.',
          { days },
        )
      : i18n.t(
          'You can restore them for {days, plural, one {# day} other {# days}}, among the archived tasks. After that they are erased for everybody, with their comments, subtasks, files and sign-off steps. Backups of the server keep them until they expire.',
          { days },
        ),
    confirm: i18n.t('Delete'),
    danger: true,
  };
}
