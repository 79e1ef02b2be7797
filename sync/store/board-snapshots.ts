import { cards } from '../../model/entities/card.ts';
import { labels } from '../../model/entities/label.ts';
import { projects } from '../../model/entities/project.ts';
import { tasks } from '../../model/entities/task.ts';
import type { AccountDb } from './database.ts';
import { cachedQuery } from './reactive/cached-query.ts';
import type { Observed } from './reactive/observed.ts';
import { type BoardSnapshot, boardSnapshot, type SnapshotSize } from './queries/board-snapshot.ts';

/** What stands first on boards, for who opens one or is about to. */
export interface BoardSnapshots {
  /** Up to date while somebody listens; null when it cannot be read or there is no such project. */
  readonly of: (slug: string, size: SnapshotSize) => Observed<BoardSnapshot | null>;
  /** Somebody is about to open it: begins to read. */
  readonly expect: (slug: string, size: SnapshotSize) => void;
}

/** How long an opening may follow on its announcement. */
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
            // The live queries of the board tell what is wrong; it must not wait for this.
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
