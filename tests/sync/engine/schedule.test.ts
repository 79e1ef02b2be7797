import { describe, expect, it } from 'vitest';
import { BUSY, DONE, failed, MORE, tryLater } from '../../../sync/engine/context.ts';
import {
  BUSY_WAIT,
  type Command,
  type Schedule,
  type ScheduleEvent,
  transition,
} from '../../../sync/engine/schedule.ts';

const NOW = 50_000;
const RUN: Command = { kind: 'run' };
const NONE: Command = { kind: 'none' };

const resting: Schedule = { kind: 'resting' };
const paused: Schedule = { kind: 'paused' };
const stopped: Schedule = { kind: 'stopped' };
const backingOff: Schedule = {
  kind: 'sleeping',
  failures: 3,
  backOff: { from: NOW - 1_000, until: NOW + 4_000 },
};
const beside: Schedule = { kind: 'sleeping', failures: 0, backOff: { from: 0, until: 0 } };
const running: Schedule = { kind: 'running', failures: 2, again: false, renewed: false };
const fresh: Schedule = { kind: 'running', failures: 0, again: false, renewed: false };

const poke: ScheduleEvent = { kind: 'poke', now: NOW };
const refresh: ScheduleEvent = { kind: 'refresh' };
const signedIn: ScheduleEvent = { kind: 'signed-in' };
const stop: ScheduleEvent = { kind: 'stop' };
const machine = { now: NOW, random: 0.5, isVisible: true };
const ended = (step: Extract<ScheduleEvent, { kind: 'ended' }>['step']): ScheduleEvent => ({
  kind: 'ended',
  step,
  machine,
});
const refused = (status: number, retryAfter?: number) =>
  failed({
    kind: 'refused',
    status,
    code: status === 401 ? 'unauthenticated' : 'unavailable',
    message: '',
    details: {},
    ...(retryAfter !== undefined && { retryAfter }),
  });

describe('[ENG-3.1] [ENG-3.3] the schedule of a queue', () => {
  it.each<[string, Schedule, ScheduleEvent, Schedule, Command]>([
    ['a poke ends a rest', resting, poke, fresh, RUN],
    ['a poke ends the sleep beside another tab', beside, poke, fresh, RUN],
    [
      'a poke does not end a back-off',
      backingOff,
      poke,
      backingOff,
      { kind: 'sleep', milliseconds: 4_000 },
    ],
    [
      'a back-off that is over counts its failures on',
      backingOff,
      { kind: 'poke', now: NOW + 4_000 },
      { ...fresh, failures: 3 },
      RUN,
    ],
    [
      'a clock that is set back ends a back-off',
      backingOff,
      { kind: 'poke', now: 0 },
      { ...fresh, failures: 3 },
      RUN,
    ],
    ['a poke during a pass causes another one', running, poke, { ...running, again: true }, NONE],
    ['a poke does not end a pause', paused, poke, paused, NONE],
    ['a refresh ends a rest', resting, refresh, fresh, RUN],
    ['a refresh ends a back-off and forgets its failures', backingOff, refresh, fresh, RUN],
    ['a refresh ends a pause', paused, refresh, fresh, RUN],
    [
      'a refresh during a pass causes another one without failures',
      running,
      refresh,
      { ...running, failures: 0, again: true, renewed: true },
      NONE,
    ],
    ['a sign-in ends a pause', paused, signedIn, fresh, RUN],
    [
      'a sign-in during a pass is remembered',
      running,
      signedIn,
      { ...running, renewed: true },
      NONE,
    ],
    ['a sign-in changes no rest', resting, signedIn, resting, NONE],
    ['a sign-in ends no back-off', backingOff, signedIn, backingOff, NONE],
    ['nothing left: rest', running, ended(DONE), resting, { kind: 'rest' }],
    ['something happened meanwhile: again', { ...running, again: true }, ended(DONE), fresh, RUN],
    ['more to do: again', running, ended(MORE), fresh, RUN],
    [
      'another tab works: left alone',
      { ...running, again: true },
      ended(BUSY),
      beside,
      { kind: 'sleep', milliseconds: BUSY_WAIT },
    ],
    ['a 401 pauses', { ...running, again: true }, ended(refused(401)), paused, NONE],
    [
      'a 401 after a sign-in during the pass runs once more',
      { ...running, renewed: true },
      ended(refused(401)),
      { ...fresh, failures: 2 },
      RUN,
    ],
    [
      'a 401 after a refresh during the pass runs once more: the person has signed in in this tab',
      transition(running, refresh).next,
      ended(refused(401)),
      fresh,
      RUN,
    ],
    ['an event without a pass changes nothing', resting, ended(MORE), resting, NONE],
  ])('%s', (_title, ...row) => {
    const [from, event, next, command] = row;
    expect(transition(from, event)).toEqual({ next, command });
  });

  it.each([resting, backingOff, beside, running, paused, stopped])(
    '$kind ends for good with a stop',
    (from) => {
      for (const event of [stop, poke, refresh, signedIn, ended(MORE)]) {
        const { next } = transition(from, stop);
        expect(transition(next, event)).toEqual({ next: stopped, command: NONE });
      }
    },
  );

  it('[ENG-4.1] consecutive failures extend the back-off, in a visible tab up to eight seconds', () => {
    const waits = (isVisible: boolean) => {
      let schedule: Schedule = fresh;
      return Array.from({ length: 12 }, () => {
        const step = tryLater('store');
        const result = transition(schedule, {
          kind: 'ended',
          step,
          machine: { now: NOW, random: 0.999_999, isVisible },
        });
        if (result.next.kind !== 'sleeping' || result.command.kind !== 'sleep') return 0;
        const { milliseconds } = result.command;
        expect(result.next.backOff).toEqual({ from: NOW, until: NOW + milliseconds });
        schedule = transition(result.next, { kind: 'poke', now: NOW + milliseconds }).next;
        return milliseconds;
      });
    };
    expect(waits(true).slice(0, 4)).toEqual([2_100, 4_100, 8_100, 8_100]);
    expect(waits(false).at(-1)).toBe(300_100);
  });

  it('[ENG-3.1] Retry-After takes precedence over the jitter', () => {
    const { command } = transition(running, ended(refused(429, 40_000)));
    expect(command).toEqual({ kind: 'sleep', milliseconds: 40_250 });
  });
});
