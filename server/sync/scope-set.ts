import { addDigests, digestOfScopes } from '../../model/shared/digest.ts';

/**
 * Scopes that one person may read, in two parts: the sets of people with the same level have the first part in common,
 * so that it is held, hashed and compared once for all of them.
 */
export interface ScopeSet {
  readonly shared: ScopePart;
  readonly own: ScopePart;
  readonly has: (scope: string) => boolean;
  /** The scopes as a page lists them (PULL-1). */
  readonly list: () => readonly string[];
  /** Digest of the set, as a device computes it of its own scopes (PULL-7.4). */
  readonly digest: () => string;
}

export interface ScopePart {
  readonly scopes: readonly string[];
  readonly set: ReadonlySet<string>;
  readonly digest: () => string;
}

export function scopePart(scopes: readonly string[]): ScopePart {
  let digest: string | undefined;
  return {
    scopes,
    set: new Set(scopes),
    digest: () => (digest ??= digestOfScopes(scopes)),
  };
}

export const NO_SCOPES = scopePart([]);

export function scopeSet({
  shared,
  own: scopes,
}: {
  readonly shared: ScopePart;
  readonly own: readonly string[];
}): ScopeSet {
  const own = scopePart(scopes);
  return {
    shared,
    own,
    has: (scope) => own.set.has(scope) || shared.set.has(scope),
    list: () => [...shared.scopes, ...own.scopes],
    digest: () => addDigests(shared.digest(), own.digest()),
  };
}

/** The same set with an equal shared part; unchanged when that one differs. */
export function withShared(scopes: ScopeSet, shared: ScopePart): ScopeSet {
  if (scopes.shared === shared || !isSame(scopes.shared, shared)) return scopes;
  return scopeSet({ shared, own: scopes.own.scopes });
}

/** Compares in time that grows with the number of scopes, and not at all with that of a part that both share. */
export function areSameScopes(left: ScopeSet, right: ScopeSet): boolean {
  if (left === right) return true;
  if (left.shared === right.shared) return isSame(left.own, right.own);
  return isSame(left.shared, right.shared) && isSame(left.own, right.own);
}

function isSame(left: ScopePart, right: ScopePart): boolean {
  if (left === right) return true;
  return (
    left.scopes.length === right.scopes.length && left.scopes.every((scope) => right.set.has(scope))
  );
}
