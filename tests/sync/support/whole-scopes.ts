import type { StreamState } from '../../../sync/core/ports/streams.ts';
import { isWhole, scopesThat } from '../../../sync/core/scope-state.ts';

/** Scopes of a stream whose rows are all on the device. */
export function wholeScopes({ scopes }: Pick<StreamState, 'scopes'>): string[] {
  return [...scopesThat(scopes, isWhole)];
}
