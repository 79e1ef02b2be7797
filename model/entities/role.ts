import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A role ("sub-category"): belongs to a category and carries a level (sessions spec, 3 "Role"). */
export const roles = defineEntity({
  table: 'roles',
  stream: 'org',
  fields: {
    name: v.string(),
    short_name: v.string(),
    role_category: v.string(),
    level: v.string(),
    created_at: v.string(),
  },
  columns: {
    name: 'text',
    short_name: 'text',
    role_category: 'text',
    level: 'text',
    created_at: 'text',
  },
});
export type Role = ReturnType<typeof roles.parse>;
