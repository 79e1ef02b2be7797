import * as v from 'valibot';
import { isoSeconds } from '../shared/dates.ts';
import { defineEntity } from './define-entity.ts';
import { field, instant, nullableInstant, text, texts } from './fields.ts';

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
      /** The reason of a task that was sent back; empty otherwise. */
      remark: text(),
      /** Time of the action by the device's clock; the server's where the device claims none or an implausible one (ID-3). */
      done_at: instant(),
      /** Time at which the server stored it; null until then. */
      arrived_at: nullableInstant(),
      /** Device's clock minus the server's when the step was sent, in seconds; null if the device did not say. */
      clock_offset: field(v.nullable(v.number()), 'integer'),
      created_by: text({ refers: 'people' }),
    },
    indexes: ['task', 'back'],
  },
  (row) => ({ back: row.kind === 'sent_back' ? row.task : undefined }),
);
export type TaskStep = ReturnType<typeof taskSteps.parse>;

/** Seconds by which two clocks, or an action and its arrival, may differ without being mentioned. */
export const NOTABLE_SECONDS = 120;

/** Oldest first: in the order in which the server stored them, then those it has not stored yet. */
export function inOrder(steps: readonly TaskStep[]): readonly TaskStep[] {
  const keyOf = ({ arrived_at, v: version, done_at, id }: TaskStep) =>
    // Several may arrive in one second; a task that moves gives all of its steps one version.
    `${arrived_at ?? '~'} ${String(version).padStart(16, '0')} ${done_at} ${id}`;
  return steps.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

/**
 * The step that sent the task back to this person and that nothing has settled since: neither their own "done" nor an
 * acceptance.
 */
export function sentBackTo(steps: readonly TaskStep[], person: string): TaskStep | undefined {
  return inOrder(steps).reduce((open: TaskStep | undefined, step) => {
    if (step.kind === 'accepted') return undefined;
    if (!step.people.includes(person)) return open;
    if (step.kind === 'sent_back') return step;
    return step.kind === 'done' ? undefined : open;
  }, undefined);
}

/** What is worth a word about the times of a step. */
export interface StepTimes {
  /** True when it arrived notably later than it was done. */
  readonly isLate: boolean;
  /** The device's clock minus the server's in seconds, above 0 if it was fast; undefined where the two agree. */
  readonly clock: number | undefined;
  /** Time of the action by the server's clock, where the device's clock was off; undefined if it is not known. */
  readonly corrected: string | undefined;
}

export function timesOf({ done_at, arrived_at, clock_offset }: TaskStep): StepTimes {
  const offset = clock_offset ?? 0;
  const clock = Math.abs(offset) > NOTABLE_SECONDS ? offset : undefined;
  // The server's own time, in place of a claim that is implausible.
  const isReplaced = done_at === arrived_at;
  const claimed = Date.parse(done_at);
  const done = clock === undefined || isReplaced ? claimed : claimed - clock * 1_000;
  const arrived = arrived_at === null ? undefined : Date.parse(arrived_at);
  return {
    isLate: arrived !== undefined && arrived - done > NOTABLE_SECONDS * 1_000,
    clock,
    corrected: done === claimed ? undefined : isoSeconds(done),
  };
}
