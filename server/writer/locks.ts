import { organizationOfStream } from '../../model/entities/scopes.ts';
import type { StreamPlace } from '../store/stream-place.ts';
import type { Locks } from './batch.ts';
import { LIMITS } from './writer-types.ts';

/**
 * What a write locks that names these streams. The name of a person's stream does not contain the organisation, so the
 * write names the organisation's stream as well; throws when it does not.
 */
export function locksOf(streams: readonly string[]): Locks {
  const organizations = new Set(streams.flatMap((stream) => organizationOfStream(stream) ?? []));
  const [only] = organizations.size === 1 ? organizations : [];
  const places = streams
    .filter((stream) => stream !== LIMITS)
    .map((stream): StreamPlace => {
      const orgId = organizationOfStream(stream) ?? only;
      if (orgId !== undefined) return { orgId, stream };
      throw new Error(`A write on ${stream} must name the stream of its organisation`);
    });
  return { places: distinct(places), usesLimits: streams.includes(LIMITS) };
}

export function together(all: readonly Locks[]): Locks {
  return {
    places: distinct(all.flatMap(({ places }) => places)),
    usesLimits: all.some(({ usesLimits }) => usesLimits),
  };
}

/** The one organisation of these locks; undefined without a stream, and with those of several organisations. */
export function organizationOf({ places }: Locks): string | undefined {
  const [first] = places;
  return places.every(({ orgId }) => orgId === first?.orgId) ? first?.orgId : undefined;
}

function distinct(places: readonly StreamPlace[]): readonly StreamPlace[] {
  return [...new Map(places.map((place) => [place.stream, place])).values()];
}
