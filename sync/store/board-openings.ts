import { cards } from '../../model/entities/card.ts';
import { labels } from '../../model/entities/label.ts';
import { projects } from '../../model/entities/project.ts';
import { tasks } from '../../model/entities/task.ts';
import type { AccountDb } from './database.ts';
import { observe, type Observed } from './observe.ts';
import { type BoardOpening, boardOpening, type OpeningSize } from './queries/board-opening.ts';

/** What stands first on boards, for who opens one or is about to. */
export interface BoardOpenings {
  /** Up to date while somebody listens; null when it cannot be read or there is no such project. */
  readonly of: (slug: string, size: OpeningSize) => Observed<BoardOpening | null>;
  /** Somebody is about to open it: begins to read. */
  readonly expect: (slug: string, size: OpeningSize) => void;
}

/** How long an opening may follow on its announcement. */
const EXPECTED_MS = 3_000;

export function boardOpenings(db: AccountDb): BoardOpenings {
  let last: { readonly slug: string; readonly observed: Observed<BoardOpening | null> } | undefined;
  const of: BoardOpenings['of'] = (slug, size) => {
    if (last?.slug !== slug) {
      const observed = observe<BoardOpening | null>(
        db,
        async (open) => {
          try {
            return (await boardOpening(open, slug, size)) ?? null;
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
