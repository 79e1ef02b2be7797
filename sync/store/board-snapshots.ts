import { cards } from '../../model/entities/card.ts';
import { labels } from '../../model/entities/label.ts';
import { projects } from '../../model/entities/project.ts';
import { tasks } from '../../model/entities/task.ts';
import type { AccountDb } from './database.ts';
import { cachedQuery } from './reactive/cached-query.ts';
import type { Observed } from './reactive/observed.ts';
import { type BoardSnapshot, boardSnapshot, type SnapshotSize } from './queries/board-snapshot.ts';

/** Snapshots for the first paint of boards, for a board that opens or is about to open. */
export interface BoardSnapshots {
  /** Kept up to date while there are listeners; null when it cannot be read or the project does not exist. */
  readonly of: (slug: string, size: SnapshotSize) => Observed<BoardSnapshot | null>;
  /** Starts the read before the board opens. */
  readonly expect: (slug: string, size: SnapshotSize) => void;
}

/** Milliseconds from `expect` until the snapshot is forgotten without a listener. */
const EXPECTED_MS = 3_000;

export function boardSnapshots(db: AccountDb): BoardSnapshots {
  let last:
    | { readonly slug: string; readonly observed: Observed<BoardSnapshot | null> }
    | undefined;
  const of: BoardSnapshots['of'] = (slug, size) => {
    if (last?.slug !== slug) {
      const observed = cachedQuery<BoardSnapshot | null>(
        db,
        async (open) => {
          try {
            return (await boardSnapshot(open, slug, size)) ?? null;
          } catch {
            // The board's live queries report the error; the board must not wait for the snapshot.
            return null;
          }
        },
        {
          tables: [projects.table, cards.table, labels.table, tasks.table],
          wait: 0,
          forgets: true,
        },
      );
      last = { slug, observed };
    }
    return last.observed;
  };
  return {
    of,
    expect: (slug, size) => {
      setTimeout(
        of(slug, size).subscribe(() => undefined),
        EXPECTED_MS,
      );
    },
  };
}
