import type { Comment } from '../../../model/entities/comment.ts';
import type { ActivityEntry } from '../../data/activity.ts';

/** Parts of the stream that a person can choose. */
export const STREAM_VIEWS = ['all', 'comments', 'history'] as const;
export type StreamView = (typeof STREAM_VIEWS)[number];

export type StreamItem =
  | { readonly kind: 'comment'; readonly at: number; readonly comment: Comment }
  | { readonly kind: 'entry'; readonly at: number; readonly entry: ActivityEntry };

interface Input {
  readonly view: StreamView;
  /** Oldest first. */
  readonly comments: readonly Comment[];
  readonly entries: readonly ActivityEntry[];
  /** Number of the newest comments to show. */
  readonly shown: number;
}

/**
 * Comments and history by time, oldest first. While earlier comments are not shown, nor is the history from
 * before the first one that is.
 */
export function streamOf({ view, comments, entries, shown }: Input): readonly StreamItem[] {
  const visible = view === 'history' ? [] : comments.slice(Math.max(0, comments.length - shown));
  const [first] = visible;
  const from = first === undefined || visible.length === comments.length ? undefined : first;
  const items: readonly StreamItem[] = [
    ...visible.map((comment) => ({
      kind: 'comment' as const,
      at: Date.parse(comment.created_at),
      comment,
    })),
    ...(view === 'comments' ? [] : entries).map((entry) => ({
      kind: 'entry' as const,
      at: Date.parse(entry.at),
      entry,
    })),
  ];
  const since = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from.created_at);
  return items.filter(({ at }) => at >= since).toSorted((one, other) => one.at - other.at);
}
