import { type Card, cards } from '../../../model/entities/card.ts';
import { type Label, labels } from '../../../model/entities/label.ts';
import { type Project, projects } from '../../../model/entities/project.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';
import { boardCards } from './cards.ts';
import { listLabels } from './labels.ts';
import { findProjectBySlug } from './projects.ts';
import { firstLaneTasks, laneTaskIds } from './tasks.ts';

/** What is seen first of a column. */
export interface LaneOpening {
  readonly card: string;
  /** All of the column, in board order. */
  readonly ids: readonly string[];
  /** The rows at its top. */
  readonly tasks: readonly Task[];
}

/** What is seen first of a board. */
export interface BoardOpening {
  readonly project: Project;
  readonly cards: readonly Card[];
  readonly labels: readonly Label[];
  readonly lanes: readonly LaneOpening[];
}

export interface OpeningSize {
  /** Columns from the left. */
  readonly lanes: number;
  /** Tasks from the top of each. */
  readonly tasks: number;
}

/** The part of a board that stands on the screen first, in one transaction; undefined when there is no such project. */
export async function boardOpening(
  db: AccountDb,
  slug: string,
  size: OpeningSize,
): Promise<BoardOpening | undefined> {
  const tables = [rows(db, projects), rows(db, cards), rows(db, labels), rows(db, tasks)];
  return await db.dexie.transaction('r', tables, async () => {
    const project = await findProjectBySlug(db, slug);
    if (project === undefined) return undefined;
    const [all, named] = await Promise.all([
      boardCards(db, project.id),
      listLabels(db, project.id),
    ]);
    const lanes = await Promise.all(
      all.slice(0, size.lanes).map(async ({ id }) => {
        const [ids, first] = await Promise.all([
          laneTaskIds(db, id),
          firstLaneTasks(db, id, size.tasks),
        ]);
        return { card: id, ids, tasks: first };
      }),
    );
    return { project, cards: all, labels: named, lanes };
  });
}
