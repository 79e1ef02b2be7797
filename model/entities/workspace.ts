import { defineEntity } from './define-entity.ts';
import { added, bool, image, instant, nullableInstant, text } from './fields.ts';

/** A workspace groups projects (sessions spec, 3). Read by levels 1 to 3 and by members of its projects. */
export const workspaces = defineEntity({
  table: 'workspaces',
  noun: 'workspace',
  stream: 'org',
  fields: {
    name: text({ restore: 'workspace-edit' }),
    desc: text({ label: /*i18n*/ 'Description', restore: 'workspace-edit' }),
    image: image({ restore: 'workspace-edit' }),
    /**
     * True while active, false when archived; rows of older builds have no value and are active.
     */
    status: added(bool({ label: /*i18n*/ 'Active', restore: 'workspace-archive' }), true),
    /** Instant of the deletion; erased by the server after the time of the organisation (decision 0091). Null while it is not deleted. */
    deleted_at: added(nullableInstant({ label: /*i18n*/ 'Deleted' }), null),
    created_by: text({ refers: 'people' }),
    created_at: instant(),
  },
  indexes: ['name'],
});
export type Workspace = ReturnType<typeof workspaces.parse>;
