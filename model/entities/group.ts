import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/**
 * A channel (sessions spec, 3 "Group"). A device makes it under its own id; `number` is what the server gives it for
 * addresses and plain clients, null until then. Its members are rows of their own.
 */
export const groups = defineEntity({
  table: 'groups',
  stream: 'org',
  fields: {
    number: v.nullable(v.number()),
    name: v.string(),
    created_by: v.string(),
    created_at: v.string(),
  },
  columns: { number: 'integer', name: 'text', created_by: 'text', created_at: 'text' },
});
export type Group = ReturnType<typeof groups.parse>;
