import { defineEntity } from './define-entity.ts';
import { instant, text } from './fields.ts';

/**
 * A task label of a project (board spec, 3 "Task"; sessions spec, 3: id, name, project). Organisations with special
 * roles call it "Sub-task". Found by its scope: a project has few.
 */
export const labels = defineEntity({
  table: 'labels',
  noun: 'task label',
  stream: 'org',
  fields: {
    project: text({ refers: 'projects' }),
    name: text({ restore: 'label-rename' }),
    created_by: text({ refers: 'people' }),
    created_at: instant(),
  },
});
export type Label = ReturnType<typeof labels.parse>;
