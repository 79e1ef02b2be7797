import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A department that groups roles (sessions spec, 3 "Role category"). */
export const roleCategories = defineEntity({
  table: 'role_categories',
  stream: 'org',
  fields: { name: v.string(), short_name: v.string(), created_at: v.string() },
  columns: { name: 'text', short_name: 'text', created_at: 'text' },
});
export type RoleCategory = ReturnType<typeof roleCategories.parse>;
