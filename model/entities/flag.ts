import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A priority of the organisation, offered in all of its projects (board spec, 3 "Task": flag object id, name, colour_code). */
export const flags = defineEntity({
  table: 'flags',
  stream: 'org',
  fields: {
    name: v.string(),
    colour_code: v.string(),
    /** Most urgent first. */
    order: v.number(),
    /** False when it is no longer offered; tasks that bear it keep it. Rows of older builds have none and are offered. */
    status: v.optional(v.boolean(), true),
  },
  columns: { name: 'text', colour_code: 'text', order: 'integer', status: 'boolean' },
});
export type Flag = ReturnType<typeof flags.parse>;

/** The flags a new organisation starts with, most urgent first; colours reach AA on white and on dark tiles. */
export const DEFAULT_FLAGS = [
  { name: 'Urgent', colour_code: '#c92a2a' },
  { name: 'High', colour_code: '#d9480f' },
  { name: 'Medium', colour_code: '#1864ab' },
  { name: 'Low', colour_code: '#495057' },
] as const;
