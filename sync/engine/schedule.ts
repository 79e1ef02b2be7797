import { LONGEST_WATCHED, waitAfter } from './backoff.ts';
import { isUnauthenticated, type Step } from './context.ts';
import type { Failure } from '../core/ports/transport.ts';
import { leftOf, NO_WAIT, type Wait, waitOf } from './wait.ts';

/**
 * Schedule of the passes of a queue: the outbox with its streams, or the upload queue. `transition` decides;
 * scheduler.ts runs the commands with timers and a lock.
 *
 *              poke              refresh          signed in     the pass has ended
 *   resting    run               run
 *   sleeping   run, or sleep     run
 *              until the
 *              back-off is over
 *   running    run again after   run again, no    remembered    done -> rest     more, or again -> run
 *              this pass         failures;                      busy -> sleep    failed -> sleep (back-off)
 *                                remembered                     401 -> run when signed in meanwhile, else pause
 *   paused                       run              run
 *   stopped
 */
export type Schedule =
  | { readonly kind: 'resting' }
  /** After a failure or beside another tab. A poke does not end a back-off. */
  | { readonly kind: 'sleeping'; readonly failures: number; readonly backOff: Wait }
  | {
      readonly kind: 'running';
      /** Consecutive failed passes before this one. */
      readonly failures: number;
      /** An event arrived since the pass began. */
      readonly again: boolean;
      /** The person may have signed in since the pass began. */
      readonly renewed: boolean;
    }
  /** Until the person has signed in again. */
  | { readonly kind: 'paused' }
  | { readonly kind: 'stopped' };

export type ScheduleEvent =
  /** There may be work, or a sleep is over. `now` is the device's clock. */
  | { readonly kind: 'poke'; readonly now: number }
  /** The network may have returned, or the tab became visible: the next pass does not wait. */
  | { readonly kind: 'refresh' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'ended'; readonly step: Step; readonly machine: Moment };

/** The machine when a pass ended. */
export interface Moment {
  readonly now: number;
  /** Uniform in [0, 1). */
  readonly random: number;
  readonly isVisible: boolean;
}

export type Command =
  | { readonly kind: 'none' }
  | { readonly kind: 'run' }
  /** Poke after this number of milliseconds. */
  | { readonly kind: 'sleep'; readonly milliseconds: number }
  /** Nothing to do until something is due. */
  | { readonly kind: 'rest' };

export interface Transition {
  readonly next: Schedule;
  readonly command: Command;
}

/** Milliseconds for which a working tab is left alone. */
export const BUSY_WAIT = 2_000;

export const RESTING: Schedule = { kind: 'resting' };

export function transition(schedule: Schedule, event: ScheduleEvent): Transition {
  if (schedule.kind === 'stopped' || event.kind === 'stop') return stay({ kind: 'stopped' });
  switch (event.kind) {
    case 'poke':
      return poked(schedule, event.now);
    case 'refresh':
      if (schedule.kind !== 'running') return run(0);
      // A sign-in in this tab is a refresh: the pass may have sent its requests before it.
      return stay({ ...schedule, failures: 0, again: true, renewed: true });
    case 'signed-in':
      if (schedule.kind === 'running') return stay({ ...schedule, renewed: true });
      return schedule.kind === 'paused' ? run(0) : stay(schedule);
    case 'ended':
      return schedule.kind === 'running' ? ended(schedule, event) : stay(schedule);
  }
}

function poked(schedule: Exclude<Schedule, { kind: 'stopped' }>, now: number): Transition {
  switch (schedule.kind) {
    case 'paused':
      return stay(schedule);
    case 'running':
      return stay({ ...schedule, again: true });
    case 'resting':
      return run(0);
    case 'sleeping': {
      const milliseconds = leftOf(schedule.backOff, now);
      if (milliseconds === 0) return run(schedule.failures);
      return { next: schedule, command: { kind: 'sleep', milliseconds } };
    }
  }
}

function ended(
  { failures, again, renewed }: Extract<Schedule, { kind: 'running' }>,
  { step, machine }: Extract<ScheduleEvent, { kind: 'ended' }>,
): Transition {
  switch (step.kind) {
    case 'busy':
      return sleep(0, NO_WAIT, BUSY_WAIT);
    case 'more':
      return run(0);
    case 'done':
      return again ? run(0) : { next: RESTING, command: { kind: 'rest' } };
    case 'failed': {
      if (isUnauthenticated(step.failure))
        return renewed ? run(failures) : stay({ kind: 'paused' });
      const wait = backOffOf(failures + 1, step.failure, machine);
      return sleep(failures + 1, waitOf(machine.now, wait), wait);
    }
  }
}

/** ENG-3, ENG-4: milliseconds until the next pass. */
function backOffOf(failures: number, failure: Failure, { random, isVisible }: Moment): number {
  const longest = isVisible ? LONGEST_WATCHED : undefined;
  const retryAfter = failure.kind === 'refused' ? failure.retryAfter : undefined;
  return waitAfter(failures, { retryAfter, random, longest });
}

function stay(next: Schedule): Transition {
  return { next, command: { kind: 'none' } };
}

function run(failures: number): Transition {
  const next: Schedule = { kind: 'running', failures, again: false, renewed: false };
  return { next, command: { kind: 'run' } };
}

function sleep(failures: number, backOff: Wait, milliseconds: number): Transition {
  return {
    next: { kind: 'sleeping', failures, backOff },
    command: { kind: 'sleep', milliseconds },
  };
}
