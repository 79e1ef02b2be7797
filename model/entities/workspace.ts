import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A workspace groups projects (sessions spec, 3). Read by levels 1 to 3 and by members of its projects. */
export const workspaces = defineEntity({
  table: 'workspaces',
  stream: 'org',
  fields: {
    name: v.string(),
    desc: v.string(),
    image: v.nullable(v.string()),
    /** True while active, false when archived; rows of older builds have none and are active. */
    status: v.optional(v.boolean(), true),
    created_by: v.string(),
    created_at: v.string(),
  },
  columns: {
    name: 'text',
    desc: 'text',
    image: 'text',
    status: 'boolean',
    created_by: 'text',
    created_at: 'text',
  },
  files: ['image'],
  images: ['image'],
  indexes: ['name'],
});
export type Workspace = ReturnType<typeof workspaces.parse>;
