import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A permission level with its four access flags (sessions spec, 3 "Role level"). */
export const roleLevels = defineEntity({
  table: 'role_levels',
  stream: 'org',
  fields: {
    name: v.string(),
    order: v.number(),
    get_access: v.boolean(),
    post_access: v.boolean(),
    patch_access: v.boolean(),
    delete_access: v.boolean(),
    created_at: v.string(),
  },
  columns: {
    name: 'text',
    order: 'integer',
    get_access: 'boolean',
    post_access: 'boolean',
    patch_access: 'boolean',
    delete_access: 'boolean',
    created_at: 'text',
  },
});
export type RoleLevel = ReturnType<typeof roleLevels.parse>;
