import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** The organisation itself; one row in the directory scope (sessions spec, 3 "Selected organisation"). */
export const organizations = defineEntity({
  table: 'organizations',
  stream: 'org',
  fields: { name: v.string(), special_role: v.boolean(), created_at: v.string() },
  columns: { name: 'text', special_role: 'boolean', created_at: 'text' },
});
export type Organization = ReturnType<typeof organizations.parse>;
