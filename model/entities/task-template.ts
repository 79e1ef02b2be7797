import { defineEntity } from './define-entity.ts';
import { instant, nullableText, text, texts } from './fields.ts';

/** Most subtasks of a template. */
export const MOST_TEMPLATE_SUBTASKS = 100;

/**
 * A template for tasks of a project: what tasks that recur have in common. Tasks made from it are ordinary tasks and do
 * not change with it. Found by its scope: a project has few.
 */
export const taskTemplates = defineEntity({
  table: 'task_templates',
  noun: 'task template',
  stream: 'org',
  fields: {
    project: text({ refers: 'projects' }),
    name: text(),
    description: text(),
    flag: nullableText({ refers: 'flags', label: /*i18n*/ 'Priority' }),
    label: nullableText({ refers: 'labels' }),
    /** Names, in their order. */
    subtasks: texts(),
    created_by: text({ refers: 'people' }),
    created_at: instant(),
  },
});
export type TaskTemplate = ReturnType<typeof taskTemplates.parse>;
