import { i18n, message } from '../../i18n/i18n.ts';

/** What a half-typed text was for, by the first part of the name of its draft (`placeOfDraft` in sync/store). */
const KINDS = new Map<string, ReturnType<typeof message>>([
  ['chat', message('Message')],
  ['chat-edit', message('Edited message')],
  ['comment', message('Comment')],
  ['comment-edit', message('Edited comment')],
  ['composer', message('New task')],
  ['task', message('New task')],
  ['task-name', message('Task name')],
  ['task-description', message('Description of a task')],
  ['task-edit', message('Edited task')],
  ['done', message('Completion of a task')],
  ['send-back', message('Reason to send a task back')],
  ['subtask', message('New subtask')],
  ['subtask-edit', message('Edited subtask')],
  ['subtask-name', message('Name of a subtask')],
  ['card', message('New card')],
  ['card-name', message('Name of a card')],
  ['label', message('New label')],
  ['label-name', message('Name of a label')],
  ['group-name', message('Name of a channel')],
  ['note-edit', message('Edited note')],
  ['tag-name', message('Name of a tag')],
  ['todo-rename', message('Edited todo')],
  ['outbox-edit', message('Edited change that was not accepted')],
  ['outbox-merge', message('Edited change that was not accepted')],
]);

/** Undefined for a form that this build does not know. `form`: name of the draft, e.g. `comment:<task id>`. */
export function textKind(form: string): string | undefined {
  if (form.startsWith('project-')) return i18n.t('Settings of a project');
  const kind = KINDS.get(form.split(':')[0] ?? '');
  return kind && i18n.t(kind);
}
