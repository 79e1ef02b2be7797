import type { MessageRange } from '../core/message-range.ts';
import type { Download, StreamState } from '../core/ports/streams.ts';
import type { DownloadedScope, StoredScopeState } from '../core/scope-state.ts';

/** Stream as stored by builds up to writer version 1, which described one scope in several fields. */
export interface StreamOfWriter1 extends Omit<StreamState, 'scopes' | 'download'> {
  /** Complete scopes. */
  readonly scopes: readonly string[];
  /** Incomplete scopes, with the version at which they were read or their removal began. */
  readonly partial?: Readonly<Record<string, number>>;
  /** Scopes of `scopes` and `partial` that a page did not list. */
  readonly missed?: readonly string[];
  /** Complete scopes that were filled ahead of the cursor, with the version they were read at. */
  readonly filled?: Readonly<Record<string, number>>;
  /** Number from which on the messages of a scope are loaded, and the earlier ranges. */
  readonly windows?: Readonly<Record<string, number>>;
  readonly pieces?: Readonly<Record<string, readonly MessageRange[]>>;
  readonly download?: Omit<Download, 'checkpoint'> & {
    readonly kept?: {
      readonly epoch: string;
      readonly v: number;
      readonly scopes: readonly string[];
      readonly windows: Readonly<Record<string, number>>;
    };
  };
}

/** Stored stream in the form of this build; one that has this form already is returned unchanged (VER-2.4). */
export function currentStream(stored: StreamState | StreamOfWriter1): StreamState {
  if (!isOfWriter1(stored)) return stored;
  const {
    partial: _partial,
    missed: _missed,
    filled: _filled,
    windows: _windows,
    pieces: _pieces,
    download,
    ...stream
  } = stored;
  return {
    ...stream,
    scopes: Object.fromEntries([...incompleteScopes(stored), ...wholeScopes(stored)]),
    ...(download !== undefined && { download: currentDownload(download) }),
  };
}

function isOfWriter1(stored: StreamState | StreamOfWriter1): stored is StreamOfWriter1 {
  return Array.isArray(stored.scopes);
}

type Entry = readonly [scope: string, state: StoredScopeState];

function wholeScopes(stored: StreamOfWriter1): readonly Entry[] {
  const { scopes, missed = [], filled = {}, windows = {}, pieces = {}, cursor } = stored;
  return scopes.map((scope) => {
    const from = windows[scope];
    const loaded = from === undefined ? null : { from, earlier: pieces[scope] ?? [] };
    if (missed.includes(scope)) return [scope, { kind: 'unlisted', loaded }];
    // Without a version of its own, it was read at or before the cursor, and no page ends before that.
    return [scope, { kind: 'complete', readAt: filled[scope] ?? cursor, loaded }];
  });
}

function incompleteScopes({ partial = {}, missed = [] }: StreamOfWriter1): readonly Entry[] {
  return Object.entries(partial).map(([scope, version]) =>
    missed.includes(scope)
      ? [scope, { kind: 'revoking', version }]
      : [scope, { kind: 'filling', readAt: version }],
  );
}

function currentDownload({
  kept,
  reason,
  ...progress
}: NonNullable<StreamOfWriter1['download']>): Download {
  if (reason !== 'first' || kept === undefined) return { ...progress, reason };
  const { epoch, v, scopes, windows } = kept;
  const complete: readonly DownloadedScope[] = scopes.map((scope) => ({
    scope,
    from: windows[scope] ?? null,
  }));
  return { ...progress, reason, checkpoint: { epoch, v, complete } };
}
