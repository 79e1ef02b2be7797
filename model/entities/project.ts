import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A project: one board (sessions spec, 3). */
export const projects = defineEntity({
  table: 'projects',
  stream: 'org',
  fields: {
    workspace: v.string(),
    name: v.string(),
    slug: v.string(),
    description: v.string(),
    background_image: v.nullable(v.string()),
    /** True while active, false when archived. */
    status: v.boolean(),
    created_by: v.string(),
    created_at: v.string(),
  },
  columns: {
    workspace: 'text',
    name: 'text',
    slug: 'text',
    description: 'text',
    background_image: 'text',
    status: 'boolean',
    created_by: 'text',
    created_at: 'text',
  },
  files: ['background_image'],
  images: ['background_image'],
  indexes: ['workspace', 'slug'],
});
export type Project = ReturnType<typeof projects.parse>;
