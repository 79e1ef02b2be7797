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

/** The recipients of a message, and the number of them it has reached. */
export interface MessageReaders {
  readonly all: number;
  readonly delivered: number;
  readonly seen: number;
  /** No other member existed when it was written: these are later members who have seen it. */
  readonly areLater: boolean;
}

/**
 * Delivery state of a message for its members at the time of writing, all of whom are awaited. A
 * message without other members at that time waits for nobody and is seen when a later member has
 * scrolled back to it: reading later messages does not count for it.
 */
export function readersOf(
  { author, seq }: { readonly author: string; readonly seq: number },
  members: readonly Reader[],
  markOf: (orgUserId: string) => Mark | undefined,
): MessageReaders {
  const others = members.filter(({ organization_user }) => organization_user !== author);
  const there = others.filter(({ since }) => since < seq);
  if (there.length > 0) {
    const reached = (of: 'seen' | 'delivered') =>
      there.filter((one) => (markOf(one.organization_user)?.[of] ?? 0) >= seq).length;
    const counts = { delivered: reached('delivered'), seen: reached('seen') };
    return { all: there.length, ...counts, areLater: false };
  }
  const later = others.filter((one) => {
    const back = markOf(one.organization_user)?.back ?? 0;
    return back > 0 && back <= seq;
  }).length;
  return { all: later, delivered: later, seen: later, areLater: true };
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
