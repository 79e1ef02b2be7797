import { type Card, cards } from '../../../model/entities/card.ts';
import { type Label, labels } from '../../../model/entities/label.ts';
import { type Project, projects } from '../../../model/entities/project.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';
import { boardCards } from './cards.ts';
import { listLabels } from './labels.ts';
import { findProjectBySlug } from './projects.ts';
import { firstColumnTasks, columnTaskIds } from './tasks.ts';

/** First rows of a column. */
export interface ColumnSnapshot {
  readonly card: string;
  /** All ids of the column, in board order. */
  readonly ids: readonly string[];
  /** Rows at the top of the column. */
  readonly tasks: readonly Task[];
}

/** Rows for the first paint of a board. */
export interface BoardSnapshot {
  readonly project: Project;
  readonly cards: readonly Card[];
  readonly labels: readonly Label[];
  readonly columns: readonly ColumnSnapshot[];
}

export interface SnapshotSize {
  /** Number of columns, from the left. */
  readonly columns: number;
  /** Number of tasks per column, from the top. */
  readonly tasks: number;
}

/** Reads the rows for the first paint of a board in one transaction; undefined when the project does not exist. */
export async function boardSnapshot(
  db: AccountDb,
  slug: string,
  size: SnapshotSize,
): Promise<BoardSnapshot | undefined> {
  const tables = [rows(db, projects), rows(db, cards), rows(db, labels), rows(db, tasks)];
  return await db.dexie.transaction('r', tables, async () => {
    const project = await findProjectBySlug(db, slug);
    if (project === undefined) return undefined;
    const [all, named] = await Promise.all([
      boardCards(db, project.id),
      listLabels(db, project.id),
    ]);
    const columns = await Promise.all(
      all.slice(0, size.columns).map(async ({ id }) => {
        const [ids, first] = await Promise.all([
          columnTaskIds(db, id),
          firstColumnTasks(db, id, size.tasks),
        ]);
        return { card: id, ids, tasks: first };
      }),
    );
    return { project, cards: all, labels: named, columns };
  });
}
