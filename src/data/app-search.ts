import * as v from 'valibot';
import { BOARD_VIEWS } from './view-parameters.ts';
import { DUE_FILTERS } from './due-filters.ts';

/** Panels that any screen may open; they live in the address, so that Back closes them and a link opens them. */
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
] as const;
export type PanelName = (typeof PANELS)[number];

/** Digits in an address read as a number; they are meant as text. */
const wordsOrNumber = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const text = v.fallback(v.optional(v.string()), undefined);

/** Search part of every address inside the frame. What does not fit is dropped, never an error page. */
export const appSearchSchema = v.object({
  panel: v.fallback(v.optional(v.picklist(PANELS)), undefined),
  /** Id of the project that `members`, `labels` and `project-settings` are about. */
  project: text,
  /** Id of the workspace chosen beforehand in `add-project`, or that `workspace-settings` is about. */
  workspace: text,
  /** Id of the row that a form of administration edits. */
  edit: v.fallback(v.optional(wordsOrNumber), undefined),
  /** Id of the task, and of the comment in it, that a board shows opened. */
  task: text,
  /** Id of the todo or note that a link points at. */
  todo: text,
  note: text,
  comment: text,
  /** Id of the message that a conversation shows. */
  message: text,
  /** Id of a channel that has no number yet. */
  channel: text,
  /** Id of the subtask that is open over its task; `new` for the form. */
  subtask: text,
  /** What of a board is shown (src/data/task-filter.ts). */
  q: v.fallback(v.optional(wordsOrNumber), undefined),
  who: v.fallback(v.optional(wordsOrNumber), undefined),
  flag: v.fallback(v.optional(wordsOrNumber), undefined),
  label: text,
  due: v.fallback(v.optional(v.picklist(DUE_FILTERS)), undefined),
  /** How a board is looked at (src/data/view-parameters.ts). */
  view: v.fallback(v.optional(v.picklist(BOARD_VIEWS)), undefined),
  by: text,
  month: text,
});
export type AppSearch = v.InferOutput<typeof appSearchSchema>;
