import { isoSeconds } from '../shared/dates.ts';
import type { TaskStep } from './task-step.ts';

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

export function timesOf({
  done_at,
  arrived_at,
  clock_offset,
}: Pick<TaskStep, 'done_at' | 'arrived_at' | 'clock_offset'>): StepTimes {
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
