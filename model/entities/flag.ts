import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';

/** A priority (board spec, 3 "Task": flag object id, name, colour_code). */
export const flags = defineEntity({
  table: 'flags',
  stream: 'org',
  fields: { name: v.string(), colour_code: v.string(), order: v.number() },
  columns: { name: 'text', colour_code: 'text', order: 'integer' },
});
export type Flag = ReturnType<typeof flags.parse>;

/** The flags a new organisation starts with, most urgent first; colours reach AA on white and on dark tiles. */
export const DEFAULT_FLAGS = [
  { name: 'Urgent', colour_code: '#c92a2a' },
  { name: 'High', colour_code: '#d9480f' },
  { name: 'Medium', colour_code: '#1864ab' },
  { name: 'Low', colour_code: '#495057' },
] as const;
