import * as v from 'valibot';
import { defineEntity } from './define-entity.ts';
import { added, field, instant, nullableInstant, nullableText, text, texts } from './fields.ts';
import { ASKS } from './task.ts';

/**
 * Steps of a sign-off: an assignee marks the task as done or takes that back; the creator accepts it, opens it again,
 * or sends it back with a reason.
 */
export const STEP_KINDS = ['done', 'undone', 'accepted', 'reopened', 'sent_back'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/**
 * A step of a task's sign-off: one row for each change of its ticks by a completion call, written in the same
 * transaction. Never changed or removed, by nobody; only its project and scope follow its task. The device predicts the
 * row, the server writes it.
 */
export const taskSteps = defineEntity(
  {
    table: 'task_steps',
    stream: 'org',
    fields: {
      project: text(),
      task: text(),
      kind: field(v.picklist(STEP_KINDS), 'text'),
      /** Assignees whose part it is: the one who ticked, or those at the time of the creator's step. */
      people: texts({ refers: 'people' }),
      /** The reason of a task that was sent back, or the assignee's remark with "done"; empty otherwise. */
      remark: text(),
      /** Time of the action by the device's clock; the server's where the device claims none or an implausible one (ID-3). */
      done_at: instant(),
      /** Time at which the server stored it; null until then. */
      arrived_at: nullableInstant(),
      /** Device's clock minus the server's when the step was sent, in seconds; null if the device did not say. */
      clock_offset: field(v.nullable(v.number()), 'integer'),
      /** Images added with "done" (SIGN-3). */
      photos: added(texts({ value: 'files' }), []),
      /** Drawn signature as SVG path data in a box of `SIGNATURE_BOX`; null without one. */
      signature: added(nullableText(), null),
      /** Name typed in place of a drawn signature; null without one. */
      signed_as: added(nullableText(), null),
      /** What the task asked for and the call did not have (SIGN-3.3). */
      missing: added(field(v.array(v.picklist(ASKS)), 'json'), []),
      created_by: text({ refers: 'people' }),
    },
    indexes: ['task', 'back'],
  },
  (row) => ({ back: row.kind === 'sent_back' ? row.task : undefined }),
);
export type TaskStep = ReturnType<typeof taskSteps.parse>;
