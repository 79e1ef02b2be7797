import * as v from 'valibot';
import { defineEntity, type Entity, type RawRow } from './define-entity.ts';
import { field, instant, nullableInstant, text } from './fields.ts';
import { projectOfScope } from './scopes.ts';

/**
 * A value of a task, subtask, card, project or workspace that one person wrote and another person replaced without
 * having seen it (WRITE-4.6). It is in the scope of that row until one of the two dismisses it.
 */
export const overwrites = defineEntity({
  table: 'overwrites',
  stream: 'org',
  fields: {
    /** Project of the row; empty for a workspace. */
    project: text(),
    /** Task of the row; empty for a card, a project and a workspace. */
    task: text(),
    /** The row and its field. */
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

/** Project and task of a replaced value. */
export type ComparedPlace = Pick<Overwrite, 'project' | 'task'>;

/** Project and task that a row is or belongs to; undefined where replaced values are not kept. */
export function comparedPlace({ table }: Entity, row: RawRow): ComparedPlace | undefined {
  const project = projectOfScope(row.scope) ?? '';
  switch (table) {
    case 'tasks':
      return { project, task: row.id };
    case 'subtasks':
      return typeof row['task'] === 'string' ? { project, task: row['task'] } : undefined;
    case 'cards':
    case 'projects':
    case 'workspaces':
      return { project, task: '' };
    default:
      return undefined;
  }
}
