import { type SavedView, savedViews } from '../../../model/entities/saved-view.ts';
import { type AccountDb, rows } from '../database.ts';

/** The person's saved views of the task overview, by name. */
export async function listSavedViews(db: AccountDb): Promise<readonly SavedView[]> {
  const all = await rows(db, savedViews).toArray();
  return all.toSorted((left, right) => left.name.localeCompare(right.name));
}
