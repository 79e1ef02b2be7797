import * as v from 'valibot';
import { defineEntity, type Entity, type RawRow } from './define-entity.ts';
import { field, instant, nullableInstant, text } from './fields.ts';

/**
 * A value of a task or subtask that one person wrote and another person replaced without having seen
 * it (WRITE-4.6). It is in the scope of the task until one of the two dismisses it.
 */
export const overwrites = defineEntity({
  table: 'overwrites',
  stream: 'org',
  fields: {
    project: text(),
    task: text(),
    /** The row, the task itself or one of its subtasks, and its field. */
    tbl: text(),
    row: text(),
    field: text(),
    /** The replaced value, its author, and its times by the server's and the device's clock. */
    lost: field(v.unknown(), 'json'),
    lost_by: text({ refers: 'people' }),
    lost_at: instant(),
    lost_claimed_at: nullableInstant(),
    /** The value that replaced it. */
    kept: field(v.unknown(), 'json'),
    kept_by: text({ refers: 'people' }),
    kept_at: instant(),
    kept_claimed_at: nullableInstant(),
  },
});
export type Overwrite = ReturnType<typeof overwrites.parse>;

/**
 * Fields whose values are compared with what their author had seen: those that a person can write again. Long texts
 * are merged instead (MUT-8).
 */
export function comparedFields({ fields, longTexts }: Entity): readonly string[] {
  return Object.entries(fields)
    .filter(([, { restore, isCompared }]) => restore !== undefined || isCompared === true)
    .map(([name]) => name)
    .filter((name) => !longTexts.includes(name));
}

/** The task that a row is or belongs to; undefined where replaced values are not kept. */
export function comparedTask({ table }: Entity, row: RawRow): string | undefined {
  if (table === 'tasks') return row.id;
  const { task } = row;
  return table === 'subtasks' && typeof task === 'string' ? task : undefined;
}
