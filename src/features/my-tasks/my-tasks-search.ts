import * as v from 'valibot';

/** Filters and grouping of My tasks, stored in the address. */
export const ROLES = ['assignee', 'creator', 'collaborator'] as const;
export const STATES = ['overdue', 'waiting', 'completed', 'all'] as const;
export const GROUPS = ['project', 'flag', 'none'] as const;

const text = v.fallback(v.optional(v.string()), undefined);

export const myTasksSearchSchema = v.object({
  role: v.fallback(v.optional(v.picklist(ROLES)), undefined),
  /** Undefined: open tasks. */
  state: v.fallback(v.optional(v.picklist(STATES)), undefined),
  /** Undefined: by due date. */
  group: v.fallback(v.optional(v.picklist(GROUPS)), undefined),
  /** Id of a project. */
  of: text,
  /** Search words for the name. */
  words: v.fallback(
    v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String))),
    undefined,
  ),
});
export type MyTasksSearch = v.InferOutput<typeof myTasksSearchSchema>;
export type MyRole = (typeof ROLES)[number];

export function hasFilter({ role, state, of, words: text }: MyTasksSearch): boolean {
  return role !== undefined || state !== undefined || of !== undefined || text !== undefined;
}
