import { type Todo, todos } from '../../../model/entities/todo.ts';
import { type AccountDb, rows } from '../database.ts';

/** Todo list of the person, unordered. */
export async function allTodos(db: AccountDb): Promise<readonly Todo[]> {
  return await rows(db, todos).toArray();
}
