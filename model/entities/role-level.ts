import { defineEntity } from './define-entity.ts';
import { bool, instant, integer, text } from './fields.ts';

/** A permission level with its four access flags (sessions spec, 3 "Role level"). */
export const roleLevels = defineEntity({
  table: 'role_levels',
  noun: 'level',
  stream: 'org',
  fields: {
    name: text({ restore: 'role-level-edit' }),
    order: integer({ restore: 'role-level-edit' }),
    get_access: bool({ label: /*i18n*/ 'Read access', restore: 'role-level-edit' }),
    post_access: bool({ label: /*i18n*/ 'Write access', restore: 'role-level-edit' }),
    patch_access: bool({ label: /*i18n*/ 'Edit access', restore: 'role-level-edit' }),
    delete_access: bool({ restore: 'role-level-edit' }),
    created_at: instant(),
  },
});
export type RoleLevel = ReturnType<typeof roleLevels.parse>;
