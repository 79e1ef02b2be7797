import { defineEntity } from './define-entity.ts';
import { added, bool, integer, text } from './fields.ts';

/** A priority of the organisation, offered in all of its projects (board spec, 3 "Task": flag object id, name, colour_code). */
export const flags = defineEntity({
  table: 'flags',
  noun: 'priority',
  stream: 'org',
  fields: {
    name: text({ restore: 'flag-edit' }),
    colour_code: text({ label: /*i18n*/ 'Colour', restore: 'flag-edit' }),
    /** Most urgent first. */
    order: integer({ restore: 'flag-edit' }),
    /**
     * False when it is no longer offered; its tasks keep it. Rows of older builds have no value and
     * are offered.
     */
    status: added(bool({ label: /*i18n*/ 'Active', restore: 'flag-edit' }), true),
  },
});
export type Flag = ReturnType<typeof flags.parse>;

/**
 * The flags of a new organisation, most urgent first; colours reach AA on white and on dark tiles.
 */
export const DEFAULT_FLAGS = [
  { name: 'Urgent', colour_code: '#c92a2a' },
  { name: 'High', colour_code: '#d9480f' },
  { name: 'Medium', colour_code: '#1864ab' },
  { name: 'Low', colour_code: '#495057' },
] as const;
