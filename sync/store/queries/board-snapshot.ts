import { type Card, cards } from '../../../model/entities/card.ts';
import { type Label, labels } from '../../../model/entities/label.ts';
import { type Project, projects } from '../../../model/entities/project.ts';
import { type Task, tasks } from '../../../model/entities/task.ts';
import { type AccountDb, rows } from '../database.ts';
import { boardCards } from './cards.ts';
import { listLabels } from './labels.ts';
import { findProjectBySlug } from './projects.ts';
import { firstColumnTasks, columnTaskIds } from './tasks.ts';

/** What is seen first of a column. */
export interface ColumnSnapshot {
  readonly card: string;
  /** All of the column, in board order. */
  readonly ids: readonly string[];
  /** The rows at its top. */
  readonly tasks: readonly Task[];
}

/** What is seen first of a board. */
export interface BoardSnapshot {
  readonly project: Project;
  readonly cards: readonly Card[];
  readonly labels: readonly Label[];
  readonly columns: readonly ColumnSnapshot[];
}

export interface SnapshotSize {
  /** Columns from the left. */
  readonly columns: number;
  /** Tasks from the top of each. */
  readonly tasks: number;
}

/** The part of a board that stands on the screen first, in one transaction; undefined when there is no such project. */
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
