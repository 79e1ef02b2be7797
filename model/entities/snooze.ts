import { defineEntity } from './define-entity.ts';
import { instant, text } from './fields.ts';

/**
 * A task that a person has put off in Today. The id is the task's, so that a second snooze replaces
 * the first. It ends at `until` without a write, and one of a task that is gone is never read.
 */
export const snoozes = defineEntity({
  table: 'snoozes',
  stream: 'user',
  fields: {
    task: text(),
    until: instant(),
  },
});
export type Snooze = ReturnType<typeof snoozes.parse>;
