import { contentShape } from '../../model/entities/row-digest.ts';
import { MOST_CHECKED_TASKS } from '../../model/protocol/detail-check.ts';
import type { Check } from '../../model/protocol/messages.ts';
import {
  addSums,
  hexOf,
  NO_SUMS,
  subtractSums,
  type Sums,
  sumsOf,
} from '../../model/shared/digest.ts';
import { authed, type EngineContext } from './context.ts';
import { type DetailsHere, detailsHere } from './details-here.ts';
import { type DetailsToRepair, repairDetails } from './repair-details.ts';
import { NONE } from './repair-scope.ts';
import { isSameTally, type Place } from './rows-here.ts';
import type { ComparedDetails, Differences, NotCompared, Tally } from '../core/ports/comparison.ts';
import type { Failure } from '../core/ports/transport.ts';

/** Attempts to compare both sides at the same version; milliseconds between two of them. */
export const MOST_ATTEMPTS = 4;
export const ATTEMPT_EVERY = 500;

type ListedScope = Check['scopes'][number];

interface DetailsToCompare extends Place {
  /** The server's kept digests of the scope. */
  readonly checked: ListedScope;
  /** What an earlier run found identical. */
  readonly known: ComparedDetails | undefined;
  /** True: nothing is requested. */
  readonly isMetered: boolean;
}

interface DetailsIdentical {
  readonly kind: 'identical';
  /** Number of compared rows. */
  readonly rows: number;
  /** Nothing where the server knows no such check. */
  readonly details: { readonly details?: ComparedDetails };
}

interface DetailsCompared {
  readonly result: Omit<DetailsIdentical, 'kind'> | NotCompared;
  /** What was replaced. */
  readonly found: Differences;
}

/**
 * PULL-9.6: compares the details that this device has to have of a hot project, and repairs those that differ. Called
 * when the outline is identical, which decides the tasks that are cold.
 *
 *   rows here + details left out, by the server's kept digest ──► identical, without a request
 *   otherwise: the server counts the same rows ──► identical, or differs ──► repaired and compared again
 */
export async function compareDetails(
  context: EngineContext,
  compared: DetailsToCompare,
): Promise<DetailsCompared> {
  const first = await compare(context, compared);
  if (typeof first === 'string') return { result: first, found: NONE };
  if (first.kind === 'identical') return { result: first, found: NONE };
  const { reason, found } = await repairDetails(context, compared, first.differing);
  const after = reason ?? (await compare(context, { ...compared, known: undefined }));
  if (typeof after === 'string') return { result: after, found };
  return { result: after.kind === 'identical' ? after : 'differs', found };
}

type Result =
  | DetailsIdentical
  | { readonly kind: 'differs'; readonly differing: readonly DetailsToRepair[] }
  | NotCompared;

async function compare(context: EngineContext, compared: DetailsToCompare): Promise<Result> {
  const { checked, known, isMetered } = compared;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const here = await detailsHere(context, compared);
    if (here.kind === 'left') {
      if (here.reason !== 'behind') return here.reason;
    } else {
      if (known !== undefined && isKnown(here, checked, known)) return identical(here, known);
      if (isMetered) return 'metered';
      const found = await compareWithServer(context, compared, here);
      if (found !== 'again') return found;
    }
    await new Promise<void>((resolve) => context.ports.timers.after(ATTEMPT_EVERY, resolve));
  }
  return 'behind';
}

/** A server of an older build counts no details, so that only the outline is compared. */
const UNKNOWN: DetailsIdentical = { kind: 'identical', rows: 0, details: {} };

function identical(here: DetailsHere, details: ComparedDetails | undefined): DetailsIdentical {
  const counts = [here.hot, ...here.opened.values()].map(({ count }) => count);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return { kind: 'identical', rows, details: details === undefined ? {} : { details } };
}

/**
 * True when the details left out are still the same. While the same tasks are cold, a detail that is left out changes
 * only by a newer version, with which it belongs to the rows here, or by its deletion: either changes the sum.
 */
function isKnown(here: DetailsHere, checked: ListedScope, known: ComparedDetails): boolean {
  const { unchangedSince, cold, opened, leftOut } = known;
  if (unchangedSince !== here.unchangedSince || cold !== here.cold) return false;
  if (opened !== digestOfOpened(here)) return false;
  const [sum, there] = [joined(here.hot, leftOut), detailsOf(checked)];
  return there !== undefined && isSameTally(sum, there);
}

/** Compares with what the server counts of the same rows; `again`: both sides are at different versions. */
async function compareWithServer(
  context: EngineContext,
  place: Place,
  here: DetailsHere,
): Promise<Result | 'again'> {
  const { stream, scope } = place;
  const { state, unchangedSince, opened } = here;
  const ids = [...opened.keys()].toSorted();
  const differing: DetailsToRepair[] = [];
  let leftOut: Tally | undefined;
  for (let from = 0; from === 0 || from < ids.length; from += MOST_CHECKED_TASKS) {
    const tasks = ids.slice(from, from + MOST_CHECKED_TASKS);
    const details = { ...(from === 0 && { unchanged_since: unchangedSince }), tasks };
    const reply = await authed(context, () =>
      context.ports.transport.check({ stream, scope, details }),
    );
    if (!reply.ok) return isUnknown(reply.failure) ? UNKNOWN : reasonOf(reply.failure);
    const { epoch, head, shape, scopes } = reply.value;
    const counted = scopes.find((one) => one.scope === scope);
    // Not listed: the scope was revoked, which the next pull reports.
    if (epoch !== state.epoch || counted === undefined) return 'behind';
    if (shape !== contentShape()) return 'build';
    const found = differencesOf(here, counted);
    if (found.length > 0 && head !== state.cursor) return 'again';
    differing.push(...found);
    const there = detailsOf(counted);
    if (counted.hot !== undefined && there !== undefined) leftOut = without(there, counted.hot);
  }
  if (differing.length > 0) return { kind: 'differs', differing };
  const { cold } = here;
  return identical(
    here,
    leftOut && { unchangedSince, cold, leftOut, opened: digestOfOpened(here) },
  );
}

function differencesOf(
  { hot, opened, unchangedSince }: DetailsHere,
  { hot: hotThere, tasks = [] }: ListedScope,
): readonly DetailsToRepair[] {
  const differing: DetailsToRepair[] = [];
  if (hotThere !== undefined && !isSameTally(hot, hotThere)) {
    differing.push({ kind: 'hot', unchangedSince, count: hotThere.count });
  }
  for (const { task, ...there } of tasks) {
    const here = opened.get(task);
    if (here === undefined || isSameTally(here, there)) continue;
    differing.push({ kind: 'opened', task, unchangedSince, count: there.count });
  }
  return differing;
}

function digestOfOpened({ opened }: DetailsHere): string {
  const texts = [...opened].map(
    ([task, { count, digest, content }]) => `${task}:${String(count)}:${digest}:${content}`,
  );
  return hexOf(texts.map(sumsOf).reduce(addSums, NO_SUMS));
}

/** All details of a project, by the kept digests. */
function detailsOf({ outline, ...whole }: ListedScope): Tally | undefined {
  return outline && without(whole, outline);
}

/** Count and digests in a response. */
type Counted = Pick<ListedScope, 'count' | 'digest' | 'content'>;

function without(whole: Counted, part: Counted): Tally {
  return combined(whole, part, subtractSums, -1);
}

function joined(one: Counted, other: Counted): Tally {
  return combined(one, other, addSums, 1);
}

function combined(
  one: Counted,
  other: Counted,
  combine: (left: Sums, right: Sums) => Sums,
  sign: 1 | -1,
): Tally {
  const digest = (field: 'digest' | 'content') =>
    hexOf(combine(sumsOfHex(one[field]), sumsOfHex(other[field])));
  return {
    count: one.count + sign * other.count,
    digest: digest('digest'),
    content: digest('content'),
  };
}

/** Both sums of a digest as it is sent; of none where the server counts no contents. */
function sumsOfHex(digest = ''): Sums {
  const sumFrom = (start: number) => Number.parseInt(digest.slice(start, start + 8) || '0', 16);
  return [sumFrom(0), sumFrom(8)];
}

/** A server of an older build, or a proxy that knows only its calls. */
function isUnknown(failure: Failure): boolean {
  const status =
    failure.kind === 'refused' ? failure.status : failure.kind === 'network' && failure.proxy;
  return status === 404 || status === 405;
}

/** A server of an older build refuses the query. */
export function reasonOf(failure: Failure): NotCompared {
  return failure.kind === 'refused' && failure.status === 400 ? 'build' : 'unreachable';
}
