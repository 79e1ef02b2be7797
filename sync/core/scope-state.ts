import { type LoadedRanges, type MessageRange, withRange } from './message-range.ts';

/**
 * State of one scope on this device, and every transition between the states.
 *
 *                fill page                    last fill page
 *   absent ────────────────► filling ─────────────────────────► complete ◄─┐ range loaded,
 *    ▲  └───────────────────── last fill page ─────────────────►   │  └────┘ last fill page
 *    │                          │                                  │
 *    │                          │ page without it                  │ page without it
 *    │                          ▼                                  ▼
 *    └───────────────────── revoking ◄──────────────────────── unlisted ◄─┐
 *       removal finished                   removal begun           └──────┘ range loaded
 *
 *   any state ── download settled ──► complete, filling or absent: the new states replace all others
 *
 * Each other event leaves the state unchanged. During a download of the stream only its end changes states: a page, a
 * fill, a range or a removal writes nothing when it finds a download.
 */
export type ScopeState =
  /** The device has no rows of the scope from the server. Not stored. */
  | { readonly kind: 'absent' }
  /** The device has some rows, from a fill or a download that may be interrupted (PULL-5.1, PULL-6.2). */
  | {
      readonly kind: 'filling';
      /** Head at which the first page was read; pages of the stream contain later changes. */
      readonly readAt: number;
    }
  /** The device has all rows; of messages those in the loaded ranges, null in a scope without messages. */
  | {
      readonly kind: 'complete';
      /** A page that ends before this version does not change the state (PULL-5.7). */
      readonly readAt: number;
      readonly loaded: LoadedRanges | null;
    }
  /** The device still has all rows, but a page did not list the scope: its later changes are missing (PULL-5.6). */
  | { readonly kind: 'unlisted'; readonly loaded: LoadedRanges | null }
  /** A page did not list the scope, and some of its rows may be removed already (PULL-5.5). */
  | {
      readonly kind: 'revoking';
      /** Identifies the removal: two tabs share the same removal, a later removal has a higher version. */
      readonly version: number;
    };

/** States by scope. A scope without an entry is absent. */
export type ScopeStates = Readonly<Record<string, StoredScopeState>>;

export type StoredScopeState = Exclude<ScopeState, { readonly kind: 'absent' }>;

export type ScopeEvent =
  /** A page that ends at this version was applied. */
  | { readonly kind: 'page'; readonly isListed: boolean; readonly next: number }
  /** A page of a fill, read at this head, was applied; the last one has the first number of the newest messages. */
  | { readonly kind: 'fill-page'; readonly readAt: number }
  | { readonly kind: 'last-fill-page'; readonly readAt: number; readonly from: number | null }
  | { readonly kind: 'range-loaded'; readonly from: number; readonly to: number }
  | { readonly kind: 'removal-begun'; readonly version: number }
  | { readonly kind: 'removal-finished'; readonly version: number }
  /** A download of the stream at this version was stored, with all or some rows of the scope. */
  | { readonly kind: 'downloaded'; readonly version: number; readonly from: number | null }
  | { readonly kind: 'downloaded-in-part'; readonly version: number };

const ABSENT: ScopeState = { kind: 'absent' };

/** State after an event; the same object when nothing changes. */
export function afterEvent(state: ScopeState, event: ScopeEvent): ScopeState {
  switch (event.kind) {
    case 'page':
      return event.isListed ? state : afterOmission(state, event.next);
    case 'fill-page':
      return state.kind === 'absent' ? { kind: 'filling', readAt: event.readAt } : state;
    case 'last-fill-page':
      return afterFill(state, event.readAt, loadedFrom(event.from));
    case 'range-loaded':
      return afterRange(state, event);
    case 'removal-begun':
      return state.kind === 'unlisted' ? { kind: 'revoking', version: event.version } : state;
    case 'removal-finished':
      return state.kind === 'revoking' && state.version === event.version ? ABSENT : state;
    case 'downloaded':
      return { kind: 'complete', readAt: event.version, loaded: loadedFrom(event.from) };
    case 'downloaded-in-part':
      return { kind: 'filling', readAt: event.version };
  }
}

/** A page that ends before the scope was read was written before the scope became readable. */
function afterOmission(state: ScopeState, next: number): ScopeState {
  if (state.kind === 'filling' && state.readAt <= next) {
    return { kind: 'revoking', version: state.readAt };
  }
  if (state.kind === 'complete' && state.readAt <= next) {
    return { kind: 'unlisted', loaded: state.loaded };
  }
  return state;
}

/** Keeps the earlier `readAt`, also of another tab that completed the scope: the stream contains all later changes. */
function afterFill(state: ScopeState, readAt: number, loaded: LoadedRanges | null): ScopeState {
  switch (state.kind) {
    case 'absent':
      return { kind: 'complete', readAt, loaded };
    case 'filling':
    case 'complete':
      return { kind: 'complete', readAt: state.readAt, loaded };
    case 'unlisted':
    case 'revoking':
      return state;
  }
}

function afterRange(state: ScopeState, { from, to }: MessageRange): ScopeState {
  if (!isWhole(state) || state.loaded === null || to < from) return state;
  return { ...state, loaded: withRange(state.loaded, { from, to }) };
}

function loadedFrom(from: number | null): LoadedRanges | null {
  return from === null ? null : { from, earlier: [] };
}

/** True when the device has all rows of the scope, which then counts as readable here. */
export function isWhole(
  state: ScopeState,
): state is Extract<ScopeState, { readonly kind: 'complete' | 'unlisted' }> {
  return state.kind === 'complete' || state.kind === 'unlisted';
}

/** True when a page did not list the scope: its rows are removed once the stream is complete (PULL-5.3). */
export function isUnlisted(state: ScopeState): boolean {
  return state.kind === 'unlisted' || state.kind === 'revoking';
}

/** Loaded ranges of a state; null in a scope without messages, or while rows are missing. */
export function loadedOf(state: ScopeState): LoadedRanges | null {
  return isWhole(state) ? state.loaded : null;
}

/** Loaded ranges of a scope; from number 1 when no message is known to be missing. */
export function loadedRanges(states: ScopeStates | undefined, scope: string): LoadedRanges {
  return loadedOf(scopeState(states ?? {}, scope)) ?? { from: 1, earlier: [] };
}

export function scopeState(states: ScopeStates, scope: string): ScopeState {
  return states[scope] ?? ABSENT;
}

/** Scopes whose state has a property, in the order in which they were stored. */
export function scopesThat(
  states: ScopeStates,
  has: (state: ScopeState) => boolean,
): readonly string[] {
  return Object.entries(states).flatMap(([scope, state]) => (has(state) ? [scope] : []));
}

/** States after an event of one scope; the same object when nothing changes. */
export function withEvent(states: ScopeStates, scope: string, event: ScopeEvent): ScopeStates {
  const before = scopeState(states, scope);
  const after = afterEvent(before, event);
  if (after === before) return states;
  if (after.kind !== 'absent') return { ...states, [scope]: after };
  const { [scope]: _removed, ...others } = states;
  return others;
}

/** States after a page that lists these scopes and ends at `next`. */
export function afterPage(
  states: ScopeStates,
  { listed, next }: { readonly listed: ReadonlySet<string>; readonly next: number },
): ScopeStates {
  return Object.keys(states).reduce(
    (all, scope) => withEvent(all, scope, { kind: 'page', isListed: listed.has(scope), next }),
    states,
  );
}

/** A scope that a download has stored completely. */
export interface DownloadedScope {
  readonly scope: string;
  /** Number from which on all its messages are stored (WIN-1); null in a scope without messages. */
  readonly from: number | null;
}

export interface SettledDownload {
  readonly version: number;
  readonly complete: readonly DownloadedScope[];
  /** Scopes of which some rows may be stored. */
  readonly incomplete: readonly string[];
}

/** States after a download, which replace all previous states. */
export function afterDownload({ version, complete, incomplete }: SettledDownload): ScopeStates {
  const whole = complete.reduce<ScopeStates>(
    (all, { scope, from }) => withEvent(all, scope, { kind: 'downloaded', version, from }),
    {},
  );
  return incomplete
    .filter((scope) => !isWhole(scopeState(whole, scope)))
    .reduce((all, scope) => withEvent(all, scope, { kind: 'downloaded-in-part', version }), whole);
}
