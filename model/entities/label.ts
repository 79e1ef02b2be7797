import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/**
 * A task label of a project (board spec, 3 "Task"; sessions spec, 3: id, name, project). Organisations with special
 * roles call it "Sub-task". Found by its scope: a project has few.
 */
export const labels = defineEntity({
  table: 'labels',
  stream: 'org',
  fields: {
    project: v.string(),
    name: v.string(),
    created_by: v.string(),
    created_at: v.string(),
  },
  columns: { project: 'text', name: 'text', created_by: 'text', created_at: 'text' },
});
export type Label = ReturnType<typeof labels.parse>;
