import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterDownload,
  afterEvent,
  afterPage,
  isUnlisted,
  isWhole,
  type ScopeEvent,
  type ScopeState,
  type ScopeStates,
  withEvent,
} from '../../../sync/core/scope-state.ts';

const RANGES = { from: 30, earlier: [{ from: 5, to: 9 }] };

const STATES = {
  absent: { kind: 'absent' },
  filling: { kind: 'filling', readAt: 5 },
  complete: { kind: 'complete', readAt: 5, loaded: null },
  conversation: { kind: 'complete', readAt: 5, loaded: RANGES },
  unlisted: { kind: 'unlisted', loaded: RANGES },
  revoking: { kind: 'revoking', version: 5 },
} as const satisfies Record<string, ScopeState>;

const EVENTS = {
  'page that lists it': { kind: 'page', isListed: true, next: 9 },
  'page without it, before it was read': { kind: 'page', isListed: false, next: 4 },
  'page without it, at the version it was read at': { kind: 'page', isListed: false, next: 5 },
  'fill page': { kind: 'fill-page', readAt: 8 },
  'last fill page': { kind: 'last-fill-page', readAt: 8, from: null },
  'last fill page with messages': { kind: 'last-fill-page', readAt: 8, from: 40 },
  'range loaded': { kind: 'range-loaded', from: 10, to: 19 },
  'range loaded up to the newest': { kind: 'range-loaded', from: 12, to: 29 },
  'empty range loaded': { kind: 'range-loaded', from: 1, to: 0 },
  'removal begun': { kind: 'removal-begun', version: 7 },
  'removal finished': { kind: 'removal-finished', version: 5 },
  'another removal finished': { kind: 'removal-finished', version: 4 },
  downloaded: { kind: 'downloaded', version: 8, from: null },
  'downloaded with messages': { kind: 'downloaded', version: 8, from: 40 },
  'downloaded in part': { kind: 'downloaded-in-part', version: 8 },
} as const satisfies Record<string, ScopeEvent>;

type Row = Record<keyof typeof STATES, ScopeState | '='>;

/** The same state. */
const UNCHANGED: Row = {
  absent: '=',
  filling: '=',
  complete: '=',
  conversation: '=',
  unlisted: '=',
  revoking: '=',
};

function everyState(to: ScopeState): Row {
  return {
    absent: to,
    filling: to,
    complete: to,
    conversation: to,
    unlisted: to,
    revoking: to,
  };
}

/** Every event in every state. */
const TABLE: Record<keyof typeof EVENTS, Row> = {
  'page that lists it': UNCHANGED,
  'page without it, before it was read': UNCHANGED,
  'page without it, at the version it was read at': {
    ...UNCHANGED,
    filling: { kind: 'revoking', version: 5 },
    complete: { kind: 'unlisted', loaded: null },
    conversation: { kind: 'unlisted', loaded: RANGES },
  },
  'fill page': { ...UNCHANGED, absent: { kind: 'filling', readAt: 8 } },
  'last fill page': {
    ...UNCHANGED,
    absent: { kind: 'complete', readAt: 8, loaded: null },
    filling: { kind: 'complete', readAt: 5, loaded: null },
    complete: { kind: 'complete', readAt: 5, loaded: null },
    conversation: { kind: 'complete', readAt: 5, loaded: null },
  },
  'last fill page with messages': {
    ...UNCHANGED,
    absent: { kind: 'complete', readAt: 8, loaded: { from: 40, earlier: [] } },
    filling: { kind: 'complete', readAt: 5, loaded: { from: 40, earlier: [] } },
    complete: { kind: 'complete', readAt: 5, loaded: { from: 40, earlier: [] } },
    conversation: { kind: 'complete', readAt: 5, loaded: { from: 40, earlier: [] } },
  },
  'range loaded': {
    ...UNCHANGED,
    conversation: {
      kind: 'complete',
      readAt: 5,
      loaded: { from: 30, earlier: [{ from: 5, to: 19 }] },
    },
    unlisted: { kind: 'unlisted', loaded: { from: 30, earlier: [{ from: 5, to: 19 }] } },
  },
  'range loaded up to the newest': {
    ...UNCHANGED,
    conversation: {
      kind: 'complete',
      readAt: 5,
      loaded: { from: 12, earlier: [{ from: 5, to: 9 }] },
    },
    unlisted: { kind: 'unlisted', loaded: { from: 12, earlier: [{ from: 5, to: 9 }] } },
  },
  'empty range loaded': UNCHANGED,
  'removal begun': { ...UNCHANGED, unlisted: { kind: 'revoking', version: 7 } },
  'removal finished': { ...UNCHANGED, revoking: { kind: 'absent' } },
  'another removal finished': UNCHANGED,
  downloaded: everyState({ kind: 'complete', readAt: 8, loaded: null }),
  'downloaded with messages': everyState({
    kind: 'complete',
    readAt: 8,
    loaded: { from: 40, earlier: [] },
  }),
  'downloaded in part': everyState({ kind: 'filling', readAt: 8 }),
};

describe('state of a scope', () => {
  const transitions = Object.entries(TABLE).flatMap(([event, row]) =>
    Object.entries(row).map(([state, to]) => ({ state, event, to })),
  );
  it.each(transitions)('[PULL-5] $state, $event', ({ state, event, to }) => {
    const before = named(STATES, state);
    const after = afterEvent(before, named(EVENTS, event));
    if (to === '=') expect(after).toBe(before);
    else expect(after).toEqual(to);
  });

  it('[PULL-5.6] an unlisted scope becomes complete only by its removal and a fill, or by a download', () => {
    const unlisted = fc.constantFrom<ScopeState>(STATES.unlisted, STATES.revoking);
    const event = fc.constantFrom<ScopeEvent>(...Object.values(EVENTS));
    fc.assert(
      fc.property(unlisted, fc.array(event), (start, events) => {
        let state = start;
        let isExplained = false;
        for (const one of events) {
          state = afterEvent(state, one);
          isExplained ||= state.kind === 'absent' || one.kind.startsWith('downloaded');
          if (!isUnlisted(state)) expect(isExplained).toBe(true);
        }
      }),
    );
  });
});

describe('states of all scopes', () => {
  const states: ScopeStates = {
    directory: STATES.complete,
    'project:a': STATES.complete,
    'project:b': { kind: 'complete', readAt: 12, loaded: null },
    'project:c': STATES.filling,
    'project:d': STATES.revoking,
  };

  it('[PULL-5.6] [PULL-5.7] a page changes those that it does not list and that were read before its end', () => {
    expect(afterPage(states, { listed: new Set(['directory']), next: 9 })).toEqual({
      ...states,
      'project:a': { kind: 'unlisted', loaded: null },
      'project:c': { kind: 'revoking', version: 5 },
    });
    const all = new Set(Object.keys(states));
    expect(afterPage(states, { listed: all, next: 9 })).toBe(states);
  });

  it('[PULL-6.2] a download replaces all, and a complete scope is not incomplete', () => {
    const settled = afterDownload({
      version: 20,
      complete: [
        { scope: 'directory', from: null },
        { scope: 'group:a', from: 3 },
      ],
      incomplete: ['directory', 'project:a'],
    });
    expect(settled).toEqual({
      directory: { kind: 'complete', readAt: 20, loaded: null },
      'group:a': { kind: 'complete', readAt: 20, loaded: { from: 3, earlier: [] } },
      'project:a': { kind: 'filling', readAt: 20 },
    });
  });

  it('[PULL-5.3] nothing is stored of a scope whose removal finished', () => {
    const after = withEvent(states, 'project:d', { kind: 'removal-finished', version: 5 });
    expect(Object.keys(after)).toEqual(['directory', 'project:a', 'project:b', 'project:c']);
    expect(Object.values(after).every((state) => isWhole(state) || state.kind === 'filling')).toBe(
      true,
    );
  });
});

function named<T>(values: Readonly<Record<string, T>>, name: string): T {
  const value = values[name];
  if (value === undefined) throw new Error(`There is no ${name}`);
  return value;
}
