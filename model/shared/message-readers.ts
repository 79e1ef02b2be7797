interface Reader {
  readonly organization_user: string;
  /** Number of the newest message when they joined. */
  readonly since: number;
}

interface Mark {
  readonly seen: number;
  readonly delivered: number;
  readonly back: number;
}

/** The recipients of a message (ids) by how far it has come to each of them. */
export interface MessageReaders {
  readonly seen: readonly string[];
  /** On a device, and not known to be seen; known in direct conversations alone. */
  readonly reached: readonly string[];
  readonly missing: readonly string[];
  /** No other member existed when it was written: these are later members who have seen it. */
  readonly areLater: boolean;
}

/**
 * Delivery state of a message for its members at the time of writing, all of whom are awaited. A
 * message without other members at that time waits for nobody and is seen when a later member has
 * scrolled back to it: reading later messages does not count for it. A message without a number has
 * reached nobody.
 */
export function readersOf(
  { author, seq }: { readonly author: string; readonly seq: number },
  members: readonly Reader[],
  markOf: (orgUserId: string) => Mark | undefined,
): MessageReaders {
  const others = members.filter(({ organization_user }) => organization_user !== author);
  const idsOf = (readers: readonly Reader[] = []) => readers.map((one) => one.organization_user);
  if (seq === 0) return { seen: [], reached: [], missing: idsOf(others), areLater: false };
  const there = others.filter(({ since }) => since < seq);
  if (there.length > 0) {
    const stateOf = ({ organization_user }: Reader) => {
      const mark = markOf(organization_user);
      if ((mark?.seen ?? 0) >= seq) return 'seen';
      return (mark?.delivered ?? 0) >= seq ? 'reached' : 'missing';
    };
    const { seen, reached, missing } = Object.groupBy(there, stateOf);
    return {
      seen: idsOf(seen),
      reached: idsOf(reached),
      missing: idsOf(missing),
      areLater: false,
    };
  }
  const later = others.filter((one) => {
    const back = markOf(one.organization_user)?.back ?? 0;
    return back > 0 && back <= seq;
  });
  return { seen: idsOf(later), reached: [], missing: [], areLater: true };
}

/** The number down to which a person has seen messages before they joined, without a gap. */
export function reachedBack({
  since,
  back,
}: {
  readonly since: number;
  readonly back: number;
}): number {
  return back > 0 ? back : since + 1;
}

/**
 * The value of `reachedBack` including the messages on the screen, which count if they adjoin the
 * seen ones. A person who opened an old message by a link has not seen those in between.
 */
export function backWith(
  reached: number,
  shown: { readonly from: number; readonly to: number },
): number {
  const follows = shown.from > 0 && shown.to >= reached - 1;
  return follows ? Math.min(reached, shown.from) : reached;
}
