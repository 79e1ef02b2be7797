import { defineEntity } from './define-entity.ts';
import { instant, text } from './fields.ts';

/** A role ("sub-category"): belongs to a category and has a level (sessions spec, 3 "Role"). */
export const roles = defineEntity({
  table: 'roles',
  noun: 'role',
  stream: 'org',
  fields: {
    name: text({ restore: 'role-edit' }),
    short_name: text({ restore: 'role-edit' }),
    role_category: text({ label: /*i18n*/ 'Category', refers: 'categories', restore: 'role-edit' }),
    level: text({ refers: 'levels', restore: 'role-edit' }),
    created_at: instant(),
  },
});
export type Role = ReturnType<typeof roles.parse>;
