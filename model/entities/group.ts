import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';
import { field, instant, text } from './fields.ts';

/**
 * A channel (sessions spec, 3 "Group"). A device creates it under its own id; `number` is assigned
 * by the server for addresses and plain clients, null until then. Its members are rows of their
 * own.
 */
export const groups = defineEntity({
  table: 'groups',
  stream: 'org',
  fields: {
    number: field(v.nullable(v.number()), 'integer'),
    name: text(),
    created_by: text(),
    created_at: instant(),
  },
});
export type Group = ReturnType<typeof groups.parse>;
