import { type Todo, todos } from '../../../model/entities/todo.ts';
import { type AccountDb, rows } from '../database.ts';

/** The person's whole Todo list, in no order. */
export async function allTodos(db: AccountDb): Promise<readonly Todo[]> {
  return await rows(db, todos).toArray();
}
