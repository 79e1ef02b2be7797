import { defineEntity } from './define-entity.ts';
import { instant, text } from './fields.ts';

/** A department that groups roles (sessions spec, 3 "Role category"). */
export const roleCategories = defineEntity({
  table: 'role_categories',
  noun: 'category',
  stream: 'org',
  fields: {
    name: text({ restore: 'role-category-edit' }),
    short_name: text({ restore: 'role-category-edit' }),
    created_at: instant(),
  },
});
export type RoleCategory = ReturnType<typeof roleCategories.parse>;
