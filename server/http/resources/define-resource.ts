import * as v from 'valibot';
import type { Reads } from '../../present/reads.ts';
import { type Answer, NOTHING, type PlainAnswer, type Route, tenantRoute } from '../pipeline.ts';

/** Input of a read besides the actor. */
export interface ReadCall {
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** Time of the call, in milliseconds. */
  readonly at: number;
}

interface ResourceInput<Filters extends v.ObjectEntries> {
  /** Path behind `/rest/`. */
  readonly path: string;
  readonly summary: string;
  /** Filters of the query; an unknown one is rejected. */
  readonly filters: Filters;
  /** Throws CairnError. A streamed answer reads nothing from the snapshot, which has ended by then. */
  readonly read: (
    reads: Reads,
    filters: v.InferOutput<v.StrictObjectSchema<Filters, FilterMessage>>,
    call: ReadCall,
  ) => Promise<Answer | PlainAnswer>;
}

/** One GET of the specification. */
export function defineResource<const Filters extends v.ObjectEntries>({
  path,
  summary,
  filters,
  read,
}: ResourceInput<Filters>): Route {
  return tenantRoute({
    method: 'GET',
    path,
    summary,
    query: v.strictObject(filters, filterMessage),
    body: NOTHING,
    handle: ({ actor, services, query, params }) =>
      services.database.snapshot((store) =>
        read({ actor, store }, query, { params, at: services.clock.now() }),
      ),
  });
}

type FilterMessage = typeof filterMessage;

function filterMessage(issue: v.StrictObjectIssue): string {
  return issue.expected === 'never' ? 'is not a filter of this call' : 'is required';
}
