import * as v from 'valibot';
import { BOARD_VIEWS } from './view-parameters.ts';
import { DUE_FILTERS } from './due-filters.ts';

/** Panels that any screen can open. They are stored in the address: Back closes them and a link opens them. */
export const PANELS = [
  'add-workspace',
  'add-project',
  'project-settings',
  'workspace-settings',
  'labels',
  'flags',
  'members',
  'notes',
  'todo',
  'outbox',
  'export',
  'import',
  'add-user',
  'invite',
  'category',
  'role',
  'level',
  'team',
  'person',
  'organization',
  'scan',
] as const;
export type PanelName = (typeof PANELS)[number];

/** The router parses digits in an address as a number; these fields are text. */
const wordsOrNumber = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const text = v.fallback(v.optional(v.string()), undefined);

/** Search part of every address inside the frame. An invalid value is dropped; it never leads to an error page. */
export const appSearchSchema = v.object({
  panel: v.fallback(v.optional(v.picklist(PANELS)), undefined),
  /** Id of the project for `members`, `labels` and `project-settings`. */
  project: text,
  /** Id of the workspace that `add-project` preselects or that `workspace-settings` edits. */
  workspace: text,
  /** Id of the row that an administration form edits. */
  edit: v.fallback(v.optional(wordsOrNumber), undefined),
  /** Ids of the task and the comment that a board shows opened. */
  task: text,
  /** Id of the todo or note that a link refers to. */
  todo: text,
  note: text,
  comment: text,
  /** Id of the message that a conversation scrolls to. */
  message: text,
  /** Id of a channel that has no number yet. */
  channel: text,
  /** Id of the subtask opened above its task; `new` for the form. */
  subtask: text,
  /** Filter of a board (src/data/task-filter.ts). */
  q: v.fallback(v.optional(wordsOrNumber), undefined),
  who: v.fallback(v.optional(wordsOrNumber), undefined),
  flag: v.fallback(v.optional(wordsOrNumber), undefined),
  label: text,
  due: v.fallback(v.optional(v.picklist(DUE_FILTERS)), undefined),
  /** View parameters of a board (src/data/view-parameters.ts). */
  view: v.fallback(v.optional(v.picklist(BOARD_VIEWS)), undefined),
  by: text,
  month: text,
});
export type AppSearch = v.InferOutput<typeof appSearchSchema>;
