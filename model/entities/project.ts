import { defineEntity } from './define-entity.ts';
import { added, bool, image, instant, nullableInstant, text } from './fields.ts';

/** A project: one board (sessions spec, 3). */
export const projects = defineEntity({
  table: 'projects',
  noun: 'project',
  stream: 'org',
  fields: {
    workspace: text({ refers: 'workspaces', csv: 'Workspace' }),
    name: text({ csv: 'Project', restore: 'project-edit' }),
    slug: text(),
    description: text({ csv: 'Description', restore: 'project-edit' }),
    background_image: image({ label: /*i18n*/ 'Image', restore: 'project-edit' }),
    /** True while active, false when archived. */
    status: bool({ label: /*i18n*/ 'Active', csv: 'Archived', restore: 'project-archive' }),
    /** Instant of the deletion; erased by the server after the time of the organisation (decision 0091). Null while it is not deleted. */
    deleted_at: added(nullableInstant({ label: /*i18n*/ 'Deleted' }), null),
    created_by: text({ refers: 'people', csv: 'Created by' }),
    created_at: instant({ csv: 'Created at' }),
  },
  indexes: ['workspace', 'slug'],
});
export type Project = ReturnType<typeof projects.parse>;
