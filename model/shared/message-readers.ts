interface Reader {
  readonly organization_user: string;
  /** Number of the newest message when they came. */
  readonly since: number;
}

interface Mark {
  readonly seen: number;
  readonly delivered: number;
  readonly back: number;
}

/** Those whom a message reaches, and how many of them it has reached. */
export interface MessageReaders {
  readonly all: number;
  readonly delivered: number;
  readonly seen: number;
  /** Nobody else was there when it was written: these are some who came later and have looked at it. */
  readonly areLater: boolean;
}

/**
 * How far a message has come: with those who were there when it was written, who are all waited for. Where nobody was,
 * nobody is waited for, and it has been seen by whoever came later and has scrolled back to it: that they have read what
 * was written since says nothing about it.
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

/** The number down to which somebody has looked at what was written before they came, without a gap. */
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
 * That number with the messages that stand on the screen: they count when they follow on those seen before. Who has gone
 * to an old message by a link has not seen those between.
 */
export function backWith(
  reached: number,
  shown: { readonly from: number; readonly to: number },
): number {
  const follows = shown.from > 0 && shown.to >= reached - 1;
  return follows ? Math.min(reached, shown.from) : reached;
}
