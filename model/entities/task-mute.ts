import { defineEntity } from './define-entity.ts';
import { instant, text } from './fields.ts';

/**
 * A task whose notifications a person has muted, mentions excepted; its scope is their inbox. The id
 * is derived from both (`memberId`).
 */
export const taskMutes = defineEntity({
  table: 'task_mutes',
  stream: 'org',
  fields: {
    task: text(),
    created_at: instant(),
  },
});
export type TaskMute = ReturnType<typeof taskMutes.parse>;
